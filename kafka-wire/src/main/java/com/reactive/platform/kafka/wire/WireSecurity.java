package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.connection.SaslLogin;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.common.network.ConnectionMode;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.security.ssl.SslFactory;

/**
 * Holds what connections need besides numbers and has to be closed at the end: keys, the login, and
 * threads for what blocks. The threads end when there is nothing to do.
 */
final class WireSecurity implements AutoCloseable {
  private static final int THREADS = 2;
  private static final int IDLE_SECONDS = 10;

  private final Optional<SslFactory> tls;
  private final Optional<SaslLogin> sasl;
  private final ThreadPoolExecutor blocking;

  private WireSecurity(Optional<SslFactory> tls, Optional<SaslLogin> sasl) {
    this.tls = tls;
    this.sasl = sasl;
    blocking =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory("kafka-wire", true));
    blocking.allowCoreThreadTimeOut(true);
  }

  /**
   * Reads keys and logs in. Blocks.
   *
   * @param config parsed
   * @throws org.apache.kafka.common.KafkaException if keys are wrong
   */
  static WireSecurity of(Map<String, Object> config) {
    SecurityProtocol protocol =
        SecurityProtocol.forName(
            config
                .get(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG)
                .toString()
                .toUpperCase(Locale.ROOT));
    Optional<SslFactory> tls =
        switch (protocol) {
          case SSL, SASL_SSL -> Optional.of(tls(config));
          case PLAINTEXT, SASL_PLAINTEXT -> Optional.empty();
        };
    try {
      return new WireSecurity(
          tls,
          switch (protocol) {
            case SASL_PLAINTEXT, SASL_SSL -> Optional.of(new SaslLogin(config));
            case PLAINTEXT, SSL -> Optional.empty();
          });
    } catch (RuntimeException e) {
      tls.ifPresent(SslFactory::close);
      throw e;
    }
  }

  private static SslFactory tls(Map<String, Object> config) {
    SslFactory factory = new SslFactory(ConnectionMode.CLIENT);
    factory.configure(config);
    return factory;
  }

  Optional<SslFactory> tls() {
    return tls;
  }

  Optional<SaslLogin> sasl() {
    return sasl;
  }

  Executor blocking() {
    return blocking;
  }

  @Override
  public void close() {
    blocking.shutdown();
    sasl.ifPresent(SaslLogin::close);
    tls.ifPresent(SslFactory::close);
  }
}
