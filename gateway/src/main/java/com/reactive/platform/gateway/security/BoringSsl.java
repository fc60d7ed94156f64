package com.reactive.platform.gateway.security;

import io.netty.handler.ssl.OpenSsl;
import java.security.PrivateKey;
import java.util.Optional;
import java.util.Set;

/**
 * What BoringSSL cannot do of the TLS that the JDK can. BoringSSL is preferred since a handshake
 * costs it a third of the JDK's processor time.
 */
final class BoringSsl {
  private static final Set<String> KEYS = Set.of("RSA", "EC");

  private BoringSsl() {}

  /**
   * Why it cannot be used.
   *
   * @param key of the server
   * @return a clause for a log or an error; empty if it can
   */
  static Optional<String> obstacle(TlsConfig config, PrivateKey key) {
    String prefix = config.port() + ".tls.";
    if (config.hasOwnCiphers()) {
      // It has no choice of suites in TLS 1.3, and lacks some of the JDK's in TLS 1.2.
      return Optional.of(prefix + "ciphers is set");
    }
    if (!KEYS.contains(key.getAlgorithm())) {
      return Optional.of("the private key is one of " + key.getAlgorithm());
    }
    if (!OpenSsl.isAvailable()) {
      return Optional.of(
          "BoringSSL cannot be loaded (another platform, or "
              + System.getProperty("java.io.tmpdir")
              + " is not executable): "
              + OpenSsl.unavailabilityCause().getMessage());
    }
    return Optional.empty();
  }

  /**
   * Why it is not used unless it is asked for: clients could be turned away.
   *
   * @return as {@link #obstacle}
   */
  static Optional<String> doubt(TlsConfig config) {
    // It accepts neither Ed25519 nor, in TLS 1.3, P-521 in their certificates.
    return config.clientAuth() == TlsConfig.ClientAuth.NONE
        ? Optional.empty()
        : Optional.of(config.port() + ".tls.client-auth is set");
  }
}
