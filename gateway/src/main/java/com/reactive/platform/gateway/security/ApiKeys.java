package com.reactive.platform.gateway.security;

import java.nio.file.Path;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The API keys in force.
 *
 * <p>A key is looked up by its SHA-256 in a hash map. The time of that may tell something about the
 * digest of what was sent, which its sender knows anyway, and cannot choose so that it comes near
 * to the digest of a key: that would be a preimage. So there is nothing to learn byte by byte, as
 * there would be if keys themselves were compared.
 */
final class ApiKeys {
  static final Authenticator.Verdict UNKNOWN =
      Authenticator.Verdict.refused("the API key is not known");
  static final Authenticator.Verdict EXPIRED =
      Authenticator.Verdict.refused("the API key has expired");

  private final Path path;
  private final LongSupplier epochMillis;
  private volatile Map<Sha256, ApiKeysFile.Entry> entries;

  /**
   * Reads the file.
   *
   * @throws com.reactive.platform.gateway.config.ConfigException with every error of it
   */
  ApiKeys(Path path, LongSupplier epochMillis) {
    this.path = path;
    this.epochMillis = epochMillis;
    reload();
  }

  /** Reads the file again; if it is bad, throws as the constructor, and the old keys stay. */
  void reload() {
    entries = ApiKeysFile.read(path);
  }

  Authenticator.Verdict verdict(String key) {
    ApiKeysFile.Entry entry = entries.get(Sha256.of(key));
    if (entry == null) {
      return UNKNOWN;
    }
    return epochMillis.getAsLong() >= entry.notAfterMillis()
        ? EXPIRED
        : Authenticator.Verdict.of(entry.caller());
  }
}
