package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.Settings;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * TLS of one port.
 *
 * @param port whose keys these are: {@code http} or {@code admin}
 * @param certificateFile PEM: the certificate, then those that lead to the root
 * @param privateKeyFile PEM, PKCS#8
 * @param privateKeyPassword if the key is encrypted
 * @param provider whose implementation of TLS it is
 * @param protocols of the JDK's names
 * @param ciphers suites, of the JDK's names, the preferred one first
 * @param handshakeTimeoutMillis after that a connection without one is closed
 * @param clientAuth whether clients are asked for a certificate
 * @param clientCaFile PEM: who may have issued it
 */
public record TlsConfig(
    String port,
    Path certificateFile,
    Path privateKeyFile,
    Optional<String> privateKeyPassword,
    Provider provider,
    List<String> protocols,
    List<String> ciphers,
    int handshakeTimeoutMillis,
    ClientAuth clientAuth,
    Optional<Path> clientCaFile) {

  /** Whose implementation of TLS it is; {@code AUTO} is BoringSSL where nothing is lost by it. */
  public enum Provider {
    AUTO,
    BORINGSSL,
    JDK
  }

  /** Whether clients are asked for a certificate, and whether they must have one. */
  public enum ClientAuth {
    NONE,
    OPTIONAL,
    REQUIRED
  }

  private static final List<String> DEFAULT_PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  /** TLS 1.3's own, and of TLS 1.2 what RFC 9325 recommends: forward secrecy and AEAD. */
  private static final List<String> DEFAULT_CIPHERS =
      List.of(
          "TLS_AES_256_GCM_SHA384",
          "TLS_AES_128_GCM_SHA256",
          "TLS_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
          "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
          "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
          "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

  /** Reads the {@code PORT.tls.*} settings, not their files; empty if no certificate is given. */
  public static Optional<TlsConfig> from(Settings settings, String port) {
    String prefix = port + ".tls.";
    Optional<Path> certificate =
        settings.path(
            prefix + "certificate-file", "PEM file of the certificate chain; enables TLS");
    Optional<Path> key =
        settings.path(prefix + "private-key-file", "PEM file of the private key, PKCS#8");
    Optional<String> password =
        settings.secret(
            prefix + "private-key-password", "password of the private key, if it is encrypted");
    Provider provider =
        settings.choice(
            prefix + "provider",
            Provider.AUTO,
            "TLS implementation; auto is BoringSSL where it can do all that is configured");
    List<String> protocols = protocols(settings, prefix + "protocols");
    List<String> ciphers = ciphers(settings, prefix, protocols);
    int timeoutMillis =
        settings.integer(
            prefix + "handshake-timeout-ms", 10_000, 100, 600_000, "TLS handshake timeout");
    ClientAuth clientAuth =
        settings.choice(prefix + "client-auth", ClientAuth.NONE, "client certificates (mTLS)");
    Optional<Path> clientCa =
        settings.path(
            prefix + "client-ca-file",
            "PEM file of the CAs that client certificates must come from");
    if (clientAuth != ClientAuth.NONE && clientCa.isEmpty()) {
      settings.reject(
          prefix + "client-ca-file", "must be set: " + port + " requests client certificates");
    }
    if (clientAuth == ClientAuth.NONE && clientCa.isPresent()) {
      settings.reject(
          prefix + "client-ca-file", "has no effect while " + prefix + "client-auth is none");
    }
    if (certificate.isEmpty() || key.isEmpty()) {
      if (certificate.isPresent()) {
        settings.reject(prefix + "private-key-file", "must be set, because the certificate is");
      } else if (key.isPresent() || clientAuth != ClientAuth.NONE) {
        settings.reject(prefix + "certificate-file", "must be set for TLS");
      }
      return Optional.empty();
    }
    return Optional.of(
        new TlsConfig(
            port,
            certificate.get(),
            key.get(),
            password,
            provider,
            protocols,
            ciphers,
            timeoutMillis,
            clientAuth,
            clientCa));
  }

  private static List<String> protocols(Settings settings, String key) {
    List<String> protocols = settings.list(key, "TLSv1.3, TLSv1.2 or both");
    settings.describeDefault(key, String.join(",", DEFAULT_PROTOCOLS));
    if (!Set.copyOf(DEFAULT_PROTOCOLS).containsAll(protocols)) {
      settings.reject(key, "must be TLSv1.3, TLSv1.2 or both; older versions are insecure");
    }
    return protocols.isEmpty() ? DEFAULT_PROTOCOLS : protocols;
  }

  private static List<String> ciphers(Settings settings, String prefix, List<String> protocols) {
    String key = prefix + "ciphers";
    List<String> ciphers =
        settings.list(key, "cipher suites by the JDK's names, the preferred one first");
    settings.describeDefault(key, "those of TLS 1.3, and of TLS 1.2 those with ECDHE and AEAD");
    if (ciphers.isEmpty()) {
      return DEFAULT_CIPHERS;
    }
    Set<String> known = Set.of(supportedCiphers());
    List<String> unknown = ciphers.stream().filter(name -> !known.contains(name)).toList();
    if (!unknown.isEmpty()) {
      settings.reject(key, "not supported by this Java: " + String.join(", ", unknown));
    }
    for (String protocol : protocols) {
      boolean newest = protocol.equals("TLSv1.3");
      if (ciphers.stream().noneMatch(name -> isOfNewest(name) == newest)) {
        settings.reject(
            key,
            "has no cipher suite for " + protocol + "; add one, or set " + prefix + "protocols");
      }
    }
    return ciphers;
  }

  /** True if the suites are not those of the default. */
  boolean hasOwnCiphers() {
    return !ciphers.equals(DEFAULT_CIPHERS);
  }

  /** Only the names of older protocols say how keys are exchanged. */
  private static boolean isOfNewest(String cipher) {
    return !cipher.contains("_WITH_");
  }

  private static String[] supportedCiphers() {
    try {
      return SSLContext.getDefault().getSupportedSSLParameters().getCipherSuites();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /** The files whose content is in force. */
  List<Path> files() {
    return clientCaFile
        .map(ca -> List.of(certificateFile, privateKeyFile, ca))
        .orElse(List.of(certificateFile, privateKeyFile));
  }

  /** The password stays out of logs. */
  @Override
  public String toString() {
    return "TlsConfig[" + certificateFile + ", " + protocols + ", clientAuth=" + clientAuth + "]";
  }
}
