package com.reactive.platform.reliability.mutate;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.AppenderBase;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.LoggerFactory;

/**
 * Keeps the first error that the process logs: a fault by which the gateway gave up one call or one
 * connection is in no count. Thread-safe.
 */
final class LoggedErrors extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final Logger root =
      ((LoggerContext) LoggerFactory.getILoggerFactory()).getLogger(Logger.ROOT_LOGGER_NAME);

  private final AtomicReference<String> first = new AtomicReference<>();

  /** Hears of what is logged from now on. */
  LoggedErrors() {
    setContext(root.getLoggerContext());
    start();
    root.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    if (event.getLevel().isGreaterOrEqual(Level.ERROR)) {
      String fault =
          event.getThrowableProxy() == null
              ? ""
              : System.lineSeparator() + ThrowableProxyUtil.asString(event.getThrowableProxy());
      first.compareAndSet(null, event.getFormattedMessage() + fault);
    }
  }

  /**
   * Checks that there was none.
   *
   * @throws IllegalStateException with the error
   */
  void check() {
    String error = first.get();
    if (error != null) {
      throw new IllegalStateException("an error was logged: " + error);
    }
  }

  @Override
  public void close() {
    root.detachAppender(this);
    stop();
  }
}
