package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.ConfigException;
import com.reactive.platform.gateway.config.FileErrors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Asks for whatever is configured: API keys, tokens, client certificates; for nothing if nothing
 * is.
 *
 * <p>Of the headers, any that fits is enough. A certificate counts where no header speaks: a key
 * that was revoked must not turn into the rights of the connection that it came over.
 */
public final class Authenticators implements Authenticator, AutoCloseable {
  private final Optional<ApiKeys> keys;
  private final Optional<JwtVerifier> tokens;
  private final Optional<Path> jwksFile;
  private final Optional<JwksRefresher> refresher;
  private final Optional<ClientCertificates> certificates;

  /**
   * Reads the files; nothing is fetched before {@link #start()}.
   *
   * @throws ConfigException with every error of them
   */
  public static Authenticators of(SecurityConfig config) {
    return new Authenticators(config, System::currentTimeMillis);
  }

  Authenticators(SecurityConfig config, LongSupplier epochMillis) {
    keys = config.apiKeysFile().map(path -> new ApiKeys(path, epochMillis));
    tokens = config.jwt().map(jwt -> new JwtVerifier(jwt, epochMillis, this::signingKeyIsMissing));
    jwksFile = config.jwt().flatMap(JwtConfig::jwksFile);
    refresher =
        config
            .jwt()
            .flatMap(JwtConfig::jwksUrl)
            .map(url -> new JwksRefresher(url, jwks -> tokens.orElseThrow().use(jwks)));
    certificates =
        config.asksForCertificates()
            ? Optional.of(new ClientCertificates(config.mtlsStreams(), epochMillis))
            : Optional.empty();
    List<String> errors = new ArrayList<>();
    readJwksFile(errors);
    if (!errors.isEmpty()) {
      throw new ConfigException(errors);
    }
  }

  /** Begins to fetch the token issuer's keys, if there is an issuer; returns at once. */
  public void start() {
    refresher.ifPresent(JwksRefresher::start);
  }

  /** Whether anybody is asked at all. */
  public boolean asks() {
    return keys.isPresent() || tokens.isPresent() || certificates.isPresent();
  }

  @Override
  public Verdict authenticate(Credentials credentials) {
    if (!asks()) {
      return Verdict.of(Caller.ANYONE);
    }
    Verdict refusal = null;
    if (credentials.apiKey() != null && keys.isPresent()) {
      Verdict verdict = keys.get().verdict(credentials.apiKey());
      if (verdict.caller() != null) {
        return verdict;
      }
      refusal = verdict;
    }
    Verdict bearer = bearerVerdict(Bearer.token(credentials.authorization()));
    if (bearer != null && (bearer.caller() != null || refusal == null)) {
      return bearer;
    }
    if (refusal != null) {
      return refusal;
    }
    X509Certificate certificate = credentials.clientCertificate();
    return certificate != null && certificates.isPresent()
        ? certificates.get().verdict(certificate)
        : Verdict.MISSING;
  }

  /** Null if there is none, or of a kind that nobody asks for. */
  private Verdict bearerVerdict(String token) {
    if (token == null) {
      return null;
    }
    if (token.startsWith(ApiKey.PREFIX)) {
      return keys.map(known -> known.verdict(token)).orElse(null);
    }
    return tokens.map(known -> known.verdict(token)).orElse(null);
  }

  /** Null if nobody is asked. */
  @Override
  public String challenge() {
    if (!asks()) {
      return null;
    }
    // HTTP wants a challenge in every 401; for certificates there is no registered one.
    return keys.isPresent() || tokens.isPresent()
        ? "Bearer realm=\"reactive\""
        : "ClientCertificate realm=\"reactive\"";
  }

  /**
   * Reads the files of API keys and of signing keys again. May block; not for event loops.
   *
   * @return every error; what a bad file stands for stays as it was
   */
  public synchronized List<String> reload() {
    List<String> errors = new ArrayList<>();
    try {
      keys.ifPresent(ApiKeys::reload);
    } catch (ConfigException e) {
      e.errors().forEach(error -> errors.add("security.api-keys-file: " + error));
    }
    readJwksFile(errors);
    return errors;
  }

  private void readJwksFile(List<String> errors) {
    if (jwksFile.isEmpty()) {
      return;
    }
    try {
      tokens.orElseThrow().use(Files.readAllBytes(jwksFile.get()));
    } catch (IOException e) {
      errors.add("security.jwt.jwks-file: cannot be read: " + FileErrors.reason(e));
    } catch (IllegalArgumentException e) {
      errors.add("security.jwt.jwks-file: " + e.getMessage());
    }
  }

  private void signingKeyIsMissing() {
    refresher.ifPresent(JwksRefresher::keyIsMissing);
  }

  @Override
  public void close() {
    refresher.ifPresent(JwksRefresher::close);
  }
}
