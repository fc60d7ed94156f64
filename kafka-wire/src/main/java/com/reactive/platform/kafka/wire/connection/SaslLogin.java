package com.reactive.platform.kafka.wire.connection;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import javax.security.auth.login.LoginException;
import javax.security.sasl.Sasl;
import javax.security.sasl.SaslClient;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.internals.SecurityManagerCompatibility;
import org.apache.kafka.common.security.JaasContext;
import org.apache.kafka.common.security.auth.AuthenticateCallbackHandler;
import org.apache.kafka.common.security.auth.Login;
import org.apache.kafka.common.security.authenticator.DefaultLogin;
import org.apache.kafka.common.security.authenticator.LoginManager;
import org.apache.kafka.common.security.authenticator.SaslClientCallbackHandler;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerRefreshingLogin;
import org.apache.kafka.common.security.oauthbearer.internals.OAuthBearerSaslClientCallbackHandler;
import org.apache.kafka.common.utils.Utils;

/**
 * Who we are to the brokers: Kafka's own login, which keeps tokens fresh on a thread of its own.
 * One per process. Any thread; all calls may block.
 */
public final class SaslLogin implements AutoCloseable {
  /** Those that need nothing but a token in each direction. */
  public static final Set<String> MECHANISMS =
      Set.of("PLAIN", "SCRAM-SHA-256", "SCRAM-SHA-512", "OAUTHBEARER");

  private static final String TOKENS = "OAUTHBEARER";

  /** Between a login that failed and the next: many connections ask for it at a time. */
  static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final String mechanism;
  private final Map<String, ?> config;
  private final JaasContext jaas;
  private final AuthenticateCallbackHandler callbacks;
  private final LongSupplier nanoClock;
  private LoginManager manager;
  private SaslAuthenticationException failure;
  private long failedNanos;

  /**
   * Logs in. If that fails, which may pass, it is tried again with the connections.
   *
   * @param config parsed, with the keys {@code sasl.*}
   * @throws org.apache.kafka.common.KafkaException if the keys are wrong
   */
  public SaslLogin(Map<String, ?> config) {
    this(config, System::nanoTime);
  }

  SaslLogin(Map<String, ?> config, LongSupplier nanoClock) {
    this.config = config;
    this.nanoClock = nanoClock;
    mechanism = (String) config.get(SaslConfigs.SASL_MECHANISM);
    jaas = JaasContext.loadClientContext(config);
    callbacks = callbacks(config, mechanism);
    callbacks.configure(config, mechanism, jaas.configurationEntries());
    tryToLogIn();
  }

  private void tryToLogIn() {
    try {
      manager = LoginManager.acquireLoginManager(jaas, mechanism, loginClass(mechanism), config);
    } catch (LoginException e) {
      failure = new SaslAuthenticationException("cannot log in for " + mechanism, e);
      failedNanos = nanoClock.getAsLong();
    }
  }

  private synchronized LoginManager manager() {
    if (manager == null && nanoClock.getAsLong() - failedNanos >= PAUSE_NANOS) {
      tryToLogIn();
    }
    if (manager == null) {
      throw failure;
    }
    return manager;
  }

  String mechanism() {
    return mechanism;
  }

  /**
   * A new exchange of tokens with a host.
   *
   * @throws SaslAuthenticationException if we cannot log in; its message has no secret
   */
  SaslClient newClient(String host) {
    SaslClient client =
        asSubject(
            () ->
                Sasl.createSaslClient(
                    new String[] {mechanism},
                    null,
                    manager().serviceName(),
                    host,
                    config,
                    callbacks));
    if (client == null) {
      throw new SaslAuthenticationException("nobody provides the SASL mechanism " + mechanism);
    }
    return client;
  }

  /** Our answer to a challenge; null if there is none to give. */
  byte[] answer(SaslClient client, byte[] challenge) {
    return asSubject(() -> client.evaluateChallenge(challenge));
  }

  private <T> T asSubject(Callable<T> action) {
    try {
      return SecurityManagerCompatibility.get().callAs(manager().subject(), action);
    } catch (CompletionException e) {
      throw new SaslAuthenticationException("SASL " + mechanism + " failed", e.getCause());
    }
  }

  private static AuthenticateCallbackHandler callbacks(Map<String, ?> config, String mechanism) {
    Object configured = config.get(SaslConfigs.SASL_CLIENT_CALLBACK_HANDLER_CLASS);
    if (configured instanceof Class<?> type) {
      return Utils.newInstance(type.asSubclass(AuthenticateCallbackHandler.class));
    }
    return mechanism.equals(TOKENS)
        ? new OAuthBearerSaslClientCallbackHandler()
        : new SaslClientCallbackHandler();
  }

  private static Class<? extends Login> loginClass(String mechanism) {
    return mechanism.equals(TOKENS) ? OAuthBearerRefreshingLogin.class : DefaultLogin.class;
  }

  @Override
  public synchronized void close() {
    if (manager != null) {
      manager.release();
    }
    callbacks.close();
  }
}
