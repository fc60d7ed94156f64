package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.ConsoleAppender;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LogDefaultsTest {
  private static final String FILE = "logback.configurationFile";

  private final LoggerContext context = new LoggerContext();

  @AfterEach
  void giveBack() {
    context.stop();
  }

  private ExecutionStatus configure() {
    LogDefaults defaults = new LogDefaults();
    context.setMDCAdapter(new LogbackMDCAdapter());
    defaults.setContext(context);
    ExecutionStatus status = defaults.configure(context);
    context.start();
    return status;
  }

  private Logger root() {
    return context.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  @Test
  void logbackFindsIt() {
    assertThat(ServiceLoader.load(Configurator.class)).hasExactlyElementsOfTypes(LogDefaults.class);
  }

  @Test
  void warningsOfAllAndMoreOfOursGoToStandardError() {
    assertThat(configure()).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
    assertThat(root().getLevel()).isEqualTo(Level.WARN);
    assertThat(context.getLogger("com.reactive.platform.A").getEffectiveLevel())
        .isEqualTo(Level.INFO);
    assertThat(context.getLogger("org.apache.kafka.B").getEffectiveLevel()).isEqualTo(Level.OFF);
    ConsoleAppender<?> console = (ConsoleAppender<?>) root().getAppender("STDERR");
    assertThat(console.isStarted()).isTrue();
    assertThat(console.getTarget()).isEqualTo("System.err");
  }

  @Test
  void aLineHasItsTimeLevelAndClass() {
    configure();
    Logger log = context.getLogger("com.reactive.platform.Something");
    LoggingEvent event =
        new LoggingEvent("", log, Level.WARN, "it {}", new IllegalStateException("broke"), null);
    event.setArgumentArray(new Object[] {"is"});
    event.setInstant(Instant.EPOCH);
    ConsoleAppender<ILoggingEvent> console =
        (ConsoleAppender<ILoggingEvent>) root().getAppender("STDERR");
    String text = new String(console.getEncoder().encode(event), StandardCharsets.UTF_8);
    assertThat(text)
        .matches(
            "(?s)\\d\\d:\\d\\d:00\\.000 WARN  Something - it is\n"
                + "java\\.lang\\.IllegalStateException: broke\n\tat .*\n");
  }

  @Test
  void aFileOfTheUsersComesFirst() {
    System.setProperty(FILE, "logback.xml");
    try {
      assertThat(configure()).isEqualTo(ExecutionStatus.INVOKE_NEXT_IF_ANY);
      assertThat(root().getAppender("STDERR")).isNull();
    } finally {
      System.clearProperty(FILE);
    }
  }
}
