package com.reactive.platform.kafka.wire.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.security.auth.Subject;
import javax.security.auth.callback.CallbackHandler;
import javax.security.auth.login.LoginException;
import javax.security.auth.spi.LoginModule;
import org.apache.kafka.common.config.types.Password;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A login fails as one does whose token endpoint does not answer. */
class SaslLoginTest {
  private static final AtomicInteger FAILURES = new AtomicInteger();

  /** Kafka makes one by its name for each login. */
  public static final class Failing implements LoginModule {
    private final PlainLoginModule inner = new PlainLoginModule();

    @Override
    public void initialize(
        Subject subject, CallbackHandler handler, Map<String, ?> shared, Map<String, ?> options) {
      inner.initialize(subject, handler, shared, options);
    }

    @Override
    public boolean login() throws LoginException {
      if (FAILURES.getAndDecrement() > 0) {
        throw new LoginException("as the test wants it");
      }
      return true;
    }

    @Override
    public boolean commit() {
      return true;
    }

    @Override
    public boolean abort() {
      return true;
    }

    @Override
    public boolean logout() {
      return true;
    }
  }

  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10);
  private SaslLogin login;

  @BeforeEach
  void reset() {
    FAILURES.set(0);
  }

  @AfterEach
  void close() {
    login.close();
  }

  @Test
  void aLoginThatFailsAtFirstIsTriedAgain() {
    FAILURES.set(2);
    login = new SaslLogin(config(), nanos::get);
    nanos.addAndGet(SaslLogin.PAUSE_NANOS);
    assertThatThrownBy(() -> login.newClient("host"))
        .isInstanceOf(SaslAuthenticationException.class)
        .hasMessageContaining("PLAIN")
        .hasRootCauseMessage("as the test wants it");
    nanos.addAndGet(SaslLogin.PAUSE_NANOS);
    assertThat(login.newClient("host").getMechanismName()).isEqualTo("PLAIN");
  }

  @Test
  void connectionsThatFollowEachOtherDoNotAllLogIn() {
    FAILURES.set(2);
    login = new SaslLogin(config(), nanos::get);
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> login.newClient("host"))
          .isInstanceOf(SaslAuthenticationException.class);
    }
    assertThat(FAILURES).hasValue(1);
  }

  private static Map<String, Object> config() {
    Map<String, Object> config = new HashMap<>();
    config.put("sasl.mechanism", "PLAIN");
    config.put(
        "sasl.jaas.config",
        new Password(Failing.class.getName() + " required username=\"me\" password=\"secret\";"));
    return config;
  }
}
