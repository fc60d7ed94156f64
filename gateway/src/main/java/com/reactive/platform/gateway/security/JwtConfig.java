package com.reactive.platform.gateway.security;

import com.nimbusds.jose.JWSAlgorithm;
import com.reactive.platform.gateway.config.Settings;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The tokens that are accepted.
 *
 * @param jwksUrl where the issuer's keys are fetched from; or else
 * @param jwksFile the file that has them
 * @param issuer what {@code iss} must be
 * @param audience what must be among {@code aud}
 * @param algorithms no others are looked at, whatever a token or a key says
 * @param nameClaim the claim that names the caller
 * @param streamsClaim the claim that has the streams, a text with spaces between or a list
 * @param streamsPrefix what stands before a stream's name there
 */
record JwtConfig(
    Optional<URI> jwksUrl,
    Optional<Path> jwksFile,
    String issuer,
    String audience,
    Set<JWSAlgorithm> algorithms,
    String nameClaim,
    String streamsClaim,
    String streamsPrefix) {

  /** Signatures that the JDK verifies with a public key; none and HMAC are not among them. */
  private static final List<JWSAlgorithm> KNOWN =
      List.of(
          JWSAlgorithm.RS256,
          JWSAlgorithm.RS384,
          JWSAlgorithm.RS512,
          JWSAlgorithm.PS256,
          JWSAlgorithm.PS384,
          JWSAlgorithm.PS512,
          JWSAlgorithm.ES256,
          JWSAlgorithm.ES384,
          JWSAlgorithm.ES512);

  private static final String URL_KEY = "security.jwt.jwks-url";
  private static final String FILE_KEY = "security.jwt.jwks-file";
  private static final String ALGORITHMS_KEY = "security.jwt.algorithms";

  /** Empty unless keys are given. */
  static Optional<JwtConfig> from(Settings settings) {
    Optional<URI> url = jwksUrl(settings);
    Optional<Path> file = settings.path(FILE_KEY, "file of the JWT issuer's keys (JWKS)");
    JwtConfig config =
        new JwtConfig(
            url,
            file,
            settings.text("security.jwt.issuer", "", "required iss claim"),
            settings.text("security.jwt.audience", "", "required aud claim"),
            algorithms(settings),
            settings.text("security.jwt.name-claim", "sub", "claim that names the caller"),
            settings.text(
                "security.jwt.streams-claim",
                "scope",
                "claim that lists the streams: space-separated text, or a list"),
            settings.text(
                "security.jwt.streams-prefix",
                "events:",
                "prefix of a stream's name, or *, in that claim"));
    if (url.isEmpty() && file.isEmpty()) {
      for (String key : new String[] {"security.jwt.issuer", "security.jwt.audience"}) {
        if (settings.isSet(key)) {
          settings.reject(key, "has no effect without " + URL_KEY + " or " + FILE_KEY);
        }
      }
      return Optional.empty();
    }
    if (url.isPresent() && file.isPresent()) {
      settings.reject(FILE_KEY, "is set, and " + URL_KEY + " too; set only one");
    }
    // Without these two, a token that was meant for somebody else would open this door.
    if (config.issuer.isEmpty()) {
      settings.reject("security.jwt.issuer", "must be set if JWTs are accepted");
    }
    if (config.audience.isEmpty()) {
      settings.reject("security.jwt.audience", "must be set if JWTs are accepted");
    }
    return Optional.of(config);
  }

  private static Optional<URI> jwksUrl(Settings settings) {
    String text = settings.text(URL_KEY, "", "URL of the JWT issuer's keys (JWKS), https");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      URI uri = URI.create(text);
      boolean https = "https".equals(uri.getScheme());
      boolean local = "http".equals(uri.getScheme()) && isLoopback(uri.getHost());
      if (uri.getHost() != null && (https || local)) {
        return Optional.of(uri);
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    settings.reject(URL_KEY, "must be an https:// URL; http:// only on this machine");
    return Optional.empty();
  }

  private static boolean isLoopback(String host) {
    return host != null && Settings.isLoopback(host);
  }

  private static Set<JWSAlgorithm> algorithms(Settings settings) {
    List<String> names =
        settings.list(ALGORITHMS_KEY, "accepted signature algorithms; never none or HMAC");
    settings.describeDefault(ALGORITHMS_KEY, "RS256,ES256");
    if (names.isEmpty()) {
      return Set.of(JWSAlgorithm.RS256, JWSAlgorithm.ES256);
    }
    Set<JWSAlgorithm> algorithms = new HashSet<>();
    for (String name : names) {
      KNOWN.stream().filter(known -> known.getName().equals(name)).forEach(algorithms::add);
    }
    if (algorithms.size() != names.size()) {
      settings.reject(
          ALGORITHMS_KEY,
          "must be some of " + String.join(", ", KNOWN.stream().map(Object::toString).toList()));
    }
    return algorithms;
  }
}
