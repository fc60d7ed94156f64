package com.reactive.platform.gateway.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** What a package logs from INFO on while this is open, as "LEVEL text"; off the console. */
public final class LogCapture extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level level;

  public LogCapture(Class<?> ofThePackageOf) {
    logger = (Logger) LoggerFactory.getLogger(ofThePackageOf.getPackageName());
    level = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.setAdditive(false);
    setContext((LoggerContext) LoggerFactory.getILoggerFactory());
    start();
    logger.addAppender(this);
  }

  @Override
  protected void append(ILoggingEvent event) {
    lines.add(event.getLevel() + " " + event.getFormattedMessage());
  }

  /** Those that begin so. */
  public List<String> lines(String start) {
    return lines.stream().filter(line -> line.startsWith(start)).toList();
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(level);
    logger.setAdditive(true);
  }
}
