package com.reactive.platform.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.Encoder;
import com.reactive.platform.gateway.telemetry.LogConfig;
import java.util.Iterator;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/** Makes the process's log look as the settings say. Only a process of ours may do that. */
final class LogSetup {
  private static final String OURS = "com.reactive";

  private LogSetup() {}

  /** To be called once, before anything that may log much. */
  static void apply(LogConfig config) {
    // Libraries that log by the JDK's means would write lines of another format to the same stream.
    SLF4JBridgeHandler.removeHandlersForRootLogger();
    SLF4JBridgeHandler.install();
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      apply(config, context);
    }
  }

  static void apply(LogConfig config, LoggerContext context) {
    context.getLogger(OURS).setLevel(Level.toLevel(config.level().name()));
    RepeatFilter repeats = new RepeatFilter(config.repeatsPer10s(), context);
    repeats.start();
    Iterator<Appender<ILoggingEvent>> appenders =
        context.getLogger(Logger.ROOT_LOGGER_NAME).iteratorForAppenders();
    while (appenders.hasNext()) {
      Appender<ILoggingEvent> appender = appenders.next();
      appender.addFilter(repeats);
      if (config.format() == LogConfig.Format.JSON
          && appender instanceof OutputStreamAppender<ILoggingEvent> stream) {
        stream.setEncoder(json(context));
      }
    }
  }

  private static Encoder<ILoggingEvent> json(LoggerContext context) {
    JsonEncoder json = new JsonEncoder();
    json.setContext(context);
    json.setWithSequenceNumber(false);
    json.setWithNanoseconds(false);
    json.setWithContext(false);
    json.setWithArguments(false);
    json.setWithMessage(false);
    json.setWithFormattedMessage(true);
    json.start();
    return json;
  }
}
