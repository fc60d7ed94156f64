package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.config.FileErrors;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.SupportedCipherSuiteFilter;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;

/**
 * The TLS context that the files of a {@link TlsConfig} make. To be released.
 *
 * @param notAfterMillis when the first certificate of the chain expires, since the epoch
 * @param provider whose implementation it is, and why, as a log has it
 */
record TlsContext(SslContext ssl, long notAfterMillis, String provider) {

  /** A file of the configuration, as its reader may fail on it. */
  private interface Reader<T> {
    T read(Path path) throws IOException;
  }

  /**
   * Reads the files.
   *
   * @param applicationProtocols offered to clients (ALPN), the preferred first
   * @param reject takes every error: the key of the setting, and why
   * @return empty if there was one
   */
  static Optional<TlsContext> load(
      TlsConfig config, List<String> applicationProtocols, BiConsumer<String, String> reject) {
    String prefix = config.port() + ".tls.";
    X509Certificate[] chain =
        read(config.certificateFile(), Pem::certificates, prefix + "certificate-file", reject);
    PrivateKey key =
        read(
            config.privateKeyFile(),
            path -> Pem.privateKey(path, config.privateKeyPassword()),
            prefix + "private-key-file",
            reject);
    X509Certificate[] issuers =
        config.clientCaFile().isEmpty()
            ? new X509Certificate[0]
            : read(
                config.clientCaFile().get(), Pem::certificates, prefix + "client-ca-file", reject);
    if (chain == null || key == null || issuers == null) {
      return Optional.empty();
    }
    if (!belongTogether(key, chain[0].getPublicKey())) {
      reject.accept(prefix + "private-key-file", "does not match the certificate");
      return Optional.empty();
    }
    Optional<String> obstacle = obstacle(config, key);
    if (obstacle.isPresent() && config.provider() == TlsConfig.Provider.BORINGSSL) {
      reject.accept(prefix + "provider", "cannot be boringssl: " + obstacle.get());
      return Optional.empty();
    }
    try {
      SslContextBuilder builder =
          SslContextBuilder.forServer(key, chain)
              .sslProvider(obstacle.isPresent() ? SslProvider.JDK : SslProvider.OPENSSL_REFCNT)
              .protocols(config.protocols())
              .ciphers(config.ciphers(), SupportedCipherSuiteFilter.INSTANCE)
              .applicationProtocolConfig(
                  // A client that knows none of them is served HTTP/1.1, as without ALPN.
                  new ApplicationProtocolConfig(
                      ApplicationProtocolConfig.Protocol.ALPN,
                      ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                      ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                      applicationProtocols))
              .clientAuth(
                  switch (config.clientAuth()) {
                    case NONE -> ClientAuth.NONE;
                    case OPTIONAL -> ClientAuth.OPTIONAL;
                    case REQUIRED -> ClientAuth.REQUIRE;
                  });
      if (issuers.length > 0) {
        builder.trustManager(issuers);
      }
      return Optional.of(
          new TlsContext(
              builder.build(),
              chain[0].getNotAfter().toInstant().toEpochMilli(),
              obstacle.map(why -> "the JDK, since " + why).orElse("BoringSSL")));
    } catch (SSLException e) {
      reject.accept(prefix + "certificate-file", "cannot be used: " + FileErrors.reason(e));
    } catch (RuntimeException e) {
      reject.accept(prefix + "certificate-file", "cannot be used: " + FileErrors.reason(e));
    }
    return Optional.empty();
  }

  /** Why BoringSSL is not used; empty if it is. */
  private static Optional<String> obstacle(TlsConfig config, PrivateKey key) {
    return switch (config.provider()) {
      case JDK -> Optional.of(config.port() + ".tls.provider is jdk");
      case BORINGSSL -> BoringSsl.obstacle(config, key);
      case AUTO -> BoringSsl.obstacle(config, key).or(() -> BoringSsl.doubt(config));
    };
  }

  /** Connections that have it keep what they need of it. */
  void release() {
    ReferenceCountUtil.release(ssl);
  }

  private static <T> T read(
      Path path, Reader<T> reader, String key, BiConsumer<String, String> reject) {
    try {
      return reader.read(path);
    } catch (FileSystemException e) {
      reject.accept(key, "cannot be read: " + FileErrors.reason(e));
    } catch (IOException e) {
      reject.accept(key, e.getMessage());
    }
    return null;
  }

  /** Nothing else asks before the first handshake, which would fail. */
  private static boolean belongTogether(PrivateKey key, PublicKey certified) {
    String algorithm =
        switch (key.getAlgorithm()) {
          case "RSA" -> "SHA256withRSA";
          case "EC" -> "SHA256withECDSA";
          default -> key.getAlgorithm();
        };
    try {
      byte[] sample = {1, 2, 3};
      Signature signer = Signature.getInstance(algorithm);
      signer.initSign(key);
      signer.update(sample);
      Signature checker = Signature.getInstance(algorithm);
      checker.initVerify(certified);
      checker.update(sample);
      return checker.verify(signer.sign());
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
