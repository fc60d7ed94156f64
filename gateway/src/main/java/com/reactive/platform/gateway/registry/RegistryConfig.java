package com.reactive.platform.gateway.registry;

import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The registry that the ids of schemas come from.
 *
 * @param url of the registry's Confluent API, without a slash at its end
 * @param username only ever together with a password
 * @param bearerToken only ever without a username
 * @param cacheFile where ids are kept for a start without the registry
 * @param pollSeconds between two looks for later schemas; 0: none but at the start and at reloads
 * @param timeoutMillis for one question, from connecting to the last byte of the answer
 */
public record RegistryConfig(
    Optional<URI> url,
    Mode mode,
    Optional<String> username,
    Optional<String> password,
    Optional<String> bearerToken,
    Optional<Path> cacheFile,
    int pollSeconds,
    int timeoutMillis) {

  /** What the gateway does about a schema that it wants the id of. */
  public enum Mode {
    /** It must be there. */
    LOOKUP,
    /** It is put there unless it is. */
    REGISTER
  }

  static final String NEEDED = "confluent requires a schema registry; set registry.url";

  public static RegistryConfig from(Settings settings) {
    RegistryConfig config =
        new RegistryConfig(
            url(settings),
            settings.choice(
                "registry.mode",
                Mode.LOOKUP,
                "lookup: schemas must be registered; register: the gateway registers them"),
            Optional.of(settings.text("registry.username", "", "for basic authentication"))
                .filter(name -> !name.isEmpty()),
            settings.secret("registry.password", "for basic authentication"),
            settings.secret(
                "registry.bearer-token", "bearer token, instead of username and password"),
            cacheFile(settings),
            settings.integer(
                "registry.poll-seconds",
                60,
                0,
                86_400,
                "how often streams with follow-registry look for a later version of their schema; 0:"
                    + " at the start and at a reload only"),
            settings.integer("registry.timeout-ms", 5_000, 100, 60_000, "request timeout"));
    config.checkCredentials(settings);
    return config;
  }

  /** Rejects streams that need a registry where none is configured. */
  public void check(Settings settings, List<StreamDefinition> streams) {
    for (StreamDefinition stream : streams) {
      if (stream.framing() == Framing.CONFLUENT && url.isEmpty()) {
        settings.reject("streams." + stream.name() + ".framing", NEEDED);
      }
      if (stream.followsRegistry() && url.isEmpty()) {
        settings.reject("streams." + stream.name() + ".follow-registry", "requires registry.url");
      }
    }
  }

  private static Optional<URI> url(Settings settings) {
    String key = "registry.url";
    String text =
        settings.text(
            key,
            "",
            "URL of a schema registry with the Confluent API, for streams with framing: confluent or"
                + " follow-registry; empty: none");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI url = new URI(text.replaceFirst("/+$", ""));
      String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
      if (url.getRawUserInfo() != null || text.contains("@")) {
        // The text is not repeated: it has a password in it.
        settings.reject(
            key, "must not contain credentials; use registry.username and registry.password");
      } else if (url.getHost() == null || !(scheme.equals("http") || scheme.equals("https"))) {
        settings.reject(
            key, "must be http://HOST or https://HOST, optionally with a port and a path");
      } else if (url.getRawQuery() != null || url.getRawFragment() != null) {
        settings.reject(key, "must not have a query or a fragment");
      } else {
        return Optional.of(url);
      }
    } catch (URISyntaxException e) {
      settings.reject(key, "is not a URL");
    }
    return Optional.empty();
  }

  private static Optional<Path> cacheFile(Settings settings) {
    String key = "registry.cache-file";
    String file =
        settings.text(
            key,
            "~/.reactive/schema-ids.json",
            "cache of schema ids, so that the gateway starts while the registry is down; the schemas"
                + " of streams that follow it are kept beside it; empty: none");
    try {
      if (file.startsWith("~/")) {
        return Optional.of(Path.of(System.getProperty("user.home"), file.substring(2)));
      }
      return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
    } catch (InvalidPathException e) {
      settings.reject(key, "is not a path: " + e.getReason());
      return Optional.empty();
    }
  }

  private void checkCredentials(Settings settings) {
    if (username.isPresent() != password.isPresent()) {
      settings.reject(
          username.isPresent() ? "registry.password" : "registry.username",
          "is missing: set both a username and a password, or neither");
    }
    if (username.isPresent() && bearerToken.isPresent()) {
      settings.reject("registry.bearer-token", "cannot be given together with registry.username");
    }
    if (username.map(name -> name.contains(":")).orElse(false)) {
      settings.reject("registry.username", "must not contain a colon");
    }
    if (bearerToken.map(token -> !token.matches("[\\x21-\\x7E]+")).orElse(false)) {
      settings.reject("registry.bearer-token", "must be printable ASCII without spaces");
    }
  }

  boolean hasCredentials() {
    return username.isPresent() || bearerToken.isPresent();
  }

  /** Secrets stay out of logs. */
  @Override
  public String toString() {
    return "RegistryConfig[url=" + url.map(URI::toString).orElse("none") + ", mode=" + mode + "]";
  }
}
