package com.reactive.platform.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * The log of all commands, on standard error: standard output belongs to what a command prints.
 * Logback finds this by ServiceLoader. Written as a file, the same has it load an XML parser and
 * its own rules for such files, some hundred classes, at each start.
 */
public final class LogDefaults extends ContextAwareBase implements Configurator {
  private static final String PATTERN = "%d{HH:mm:ss.SSS} %-5level %logger{0} - %msg%n";

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    if (System.getProperty("logback.configurationFile") != null) {
      return ExecutionStatus.INVOKE_NEXT_IF_ANY; // which reads that file
    }
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setContext(context);
    text.setPattern(PATTERN);
    text.start();
    ConsoleAppender<ILoggingEvent> console = new ConsoleAppender<>();
    console.setContext(context);
    console.setName("STDERR");
    console.setTarget("System.err");
    console.setEncoder(text);
    console.start();
    context.getLogger("com.reactive").setLevel(Level.INFO);
    // While Kafka is away its client warns several times a second; the gateway says it once.
    context.getLogger("org.apache.kafka").setLevel(Level.OFF);
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(Level.WARN);
    root.addAppender(console);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }
}
