package com.reactive.platform.gateway.admin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;

/**
 * The live page: one document with its style, its script and the charting library in it, which asks
 * nobody else for anything. The content security policy names the hash of each, so that nothing
 * that slipped into the page would run.
 */
final class DashboardPage {
  private static final String CHARTS_ABOUT =
      "/META-INF/maven/org.webjars.npm/chart.js/pom.properties";

  private final AdminResponse response;

  private DashboardPage(AdminResponse response) {
    this.response = response;
  }

  /** Put together when this is first called. Thread-safe. */
  static DashboardPage loaded() {
    return Holder.PAGE;
  }

  private static final class Holder {
    static final DashboardPage PAGE = load();
  }

  /** Reads the parts from the class path. */
  private static DashboardPage load() {
    String style = resource("/dashboard/dashboard.css");
    String charts = charts();
    String script = resource("/dashboard/dashboard.js");
    String html =
        resource("/dashboard/dashboard.html")
            .replace("/*style*/", style)
            .replace("/*charts*/", charts)
            .replace("/*script*/", script);
    String policy =
        "default-src 'none'; script-src %s %s; style-src %s; connect-src 'self'; img-src data:;"
                .formatted(hash(charts), hash(script), hash(style))
            + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    return new DashboardPage(
        new AdminResponse(
            200,
            "text/html; charset=utf-8",
            html,
            Map.of(
                "content-security-policy", policy,
                "referrer-policy", "no-referrer",
                "x-frame-options", "DENY")));
  }

  AdminResponse response() {
    return response;
  }

  /** The library, without the reference to its source map, which is not there. */
  private static String charts() {
    Properties about = new Properties();
    try (InputStream in = open(CHARTS_ABOUT)) {
      about.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + CHARTS_ABOUT, e);
    }
    return resource(
            "/META-INF/resources/webjars/chart.js/"
                + about.getProperty("version")
                + "/dist/chart.umd.min.js")
        .replaceAll("(?m)^//# sourceMappingURL=.*$", "")
        .strip();
  }

  private static String resource(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + name, e);
    }
  }

  private static InputStream open(String name) {
    InputStream in = DashboardPage.class.getResourceAsStream(name);
    if (in == null) {
      throw new IllegalStateException(name + " is missing from the class path");
    }
    return in;
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
  }
}
