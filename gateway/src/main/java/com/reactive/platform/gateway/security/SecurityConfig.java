package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.FileErrors;
import com.reactive.platform.gateway.config.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Who may come in, and over what.
 *
 * @param apiKeysFile see {@code ApiKeysFile}
 * @param mtlsStreams what a caller may post to who is known by a client certificate
 * @param httpTls of the data port
 * @param adminTls of the admin port
 * @param adminToken what opens the admin port; none: nobody is asked for one
 */
public record SecurityConfig(
    Optional<Path> apiKeysFile,
    Optional<JwtConfig> jwt,
    Set<String> mtlsStreams,
    Optional<TlsConfig> httpTls,
    Optional<TlsConfig> adminTls,
    Optional<AdminToken> adminToken) {

  private static final String KEYS_FILE = "security.api-keys-file";
  private static final String MTLS_STREAMS = "security.mtls.streams";

  /** Reads the settings, and the files that they name, so that the start fails and not the day. */
  public static SecurityConfig from(Settings settings) {
    Optional<TlsConfig> httpTls = tls(settings, "http");
    List<String> streams =
        settings.list(MTLS_STREAMS, "streams that callers with a client certificate may use");
    settings.describeDefault(MTLS_STREAMS, "*");
    SecurityConfig config =
        new SecurityConfig(
            settings.path(KEYS_FILE, "YAML file of API keys: names, digests, streams, rates"),
            JwtConfig.from(settings),
            streams.isEmpty() ? Set.of("*") : Set.copyOf(streams),
            httpTls,
            tls(settings, "admin"),
            AdminToken.from(settings));
    if (!streams.isEmpty() && !config.asksForCertificates()) {
      settings.reject(MTLS_STREAMS, "has no effect while http.tls.client-auth is none");
    }
    config.apiKeysFile.ifPresent(path -> checkKeys(settings, path));
    config
        .jwt
        .flatMap(JwtConfig::jwksFile)
        .ifPresent(path -> checkJwks(settings, path, config.jwt.get()));
    return config;
  }

  private static Optional<TlsConfig> tls(Settings settings, String port) {
    Optional<TlsConfig> tls = TlsConfig.from(settings, port);
    tls.flatMap(config -> TlsContext.load(config, Tls.HTTP_1_1, settings::reject))
        .ifPresent(TlsContext::release);
    return tls;
  }

  private static void checkKeys(Settings settings, Path path) {
    try {
      ApiKeysFile.read(path);
    } catch (ConfigException e) {
      e.errors().forEach(error -> settings.reject(KEYS_FILE, error));
    }
  }

  private static void checkJwks(Settings settings, Path path, JwtConfig jwt) {
    try {
      JwtKeys.parse(Files.readAllBytes(path), jwt.algorithms());
    } catch (IOException e) {
      settings.reject("security.jwt.jwks-file", "cannot be read: " + FileErrors.reason(e));
    } catch (IllegalArgumentException e) {
      settings.reject("security.jwt.jwks-file", e.getMessage());
    }
  }

  /** Whether clients may, or must, show a certificate. */
  public boolean asksForCertificates() {
    return httpTls.isPresent() && httpTls.get().clientAuth() != TlsConfig.ClientAuth.NONE;
  }

  /** Whether requests to the data port must say who sends them. */
  public boolean asksClients() {
    return apiKeysFile.isPresent() || jwt.isPresent() || asksForCertificates();
  }

  /** Whether requests to the admin port, but for the probes, must say who sends them. */
  public boolean asksAdmins() {
    return adminToken.isPresent()
        || (adminTls.isPresent() && adminTls.get().clientAuth() == TlsConfig.ClientAuth.REQUIRED);
  }

  /** What an operator should hear at the start, in sentences. */
  public List<String> warnings(String httpHost, String adminHost) {
    List<String> warnings = new ArrayList<>();
    warn(warnings, httpHost, asksClients(), httpTls.isPresent());
    warn(warnings, adminHost, asksAdmins(), adminTls.isPresent());
    return warnings;
  }

  private static void warn(List<String> warnings, String host, boolean asks, boolean tls) {
    if (Settings.isLoopback(host)) {
      return;
    }
    if (!asks) {
      warnings.add("No authentication: anyone who can reach " + host + " may use it");
    } else if (!tls) {
      warnings.add("No TLS: credentials are sent to " + host + " unencrypted");
    }
  }
}
