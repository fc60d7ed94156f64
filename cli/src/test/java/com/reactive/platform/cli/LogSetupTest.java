package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.OutputStreamAppender;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.telemetry.LogConfig;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogSetupTest {
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final OutputStreamAppender<ILoggingEvent> stream = new OutputStreamAppender<>();
  private final LoggerContext context = new LoggerContext();
  private final Logger log = context.getLogger("com.reactive.platform.Something");

  @BeforeEach
  void aLogAsOursIs() {
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.start();
    PatternLayoutEncoder text = new PatternLayoutEncoder();
    text.setContext(context);
    text.setPattern("%level %msg%n");
    text.start();
    stream.setContext(context);
    stream.setOutputStream(written);
    stream.setEncoder(text);
    stream.start();
    context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(stream);
  }

  @AfterEach
  void giveBack() {
    context.stop();
  }

  private void apply(LogConfig.Format format, LogConfig.Level level, int repeats) {
    LogSetup.apply(new LogConfig(format, level, repeats), context);
  }

  private List<String> lines() {
    return written.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aRepeatedWarningIsLoggedSoManyTimesAndThenCounted() {
    apply(LogConfig.Format.TEXT, LogConfig.Level.INFO, 3);
    for (int i = 0; i < 100; i++) {
      log.warn("connection {} is closed", i);
    }
    log.error("something else");
    assertThat(lines())
        .containsExactly(
            "WARN connection 0 is closed",
            "WARN connection 1 is closed",
            "WARN connection 2 is closed",
            "ERROR something else");

    RepeatFilter filter = (RepeatFilter) stream.getCopyOfAttachedFiltersList().get(0);
    filter.endWindow(log.getName() + ": connection {} is closed", log.getName());
    assertThat(lines().get(4))
        .isEqualTo(
            "WARN 97 more suppressed within 10 s: com.reactive.platform.Something:"
                + " connection {} is closed");
    log.warn("connection {} is closed", 100);
    assertThat(lines()).hasSize(6);
  }

  @Test
  void theNumberOfKindsIsBounded() {
    apply(LogConfig.Format.TEXT, LogConfig.Level.INFO, 3);
    for (int i = 0; i < 5_000; i++) {
      log.warn("made up " + i);
    }
    assertThat(lines()).hasSize(1_003);
  }

  @Test
  void whatIsNoWarningIsNeverLeftOut() {
    apply(LogConfig.Format.TEXT, LogConfig.Level.INFO, 3);
    for (int i = 0; i < 10; i++) {
      log.info("ready");
    }
    assertThat(lines()).hasSize(10);
  }

  @Test
  void nobodyIsAskedWhetherALevelIsOn() {
    apply(LogConfig.Format.TEXT, LogConfig.Level.INFO, 3);
    assertThat(context.getTurboFilterList()).isEmpty();
  }

  @Test
  void theLevelIsThatOfTheSettings() {
    apply(LogConfig.Format.TEXT, LogConfig.Level.ERROR, 3);
    log.warn("not this");
    log.error("this");
    assertThat(lines()).containsExactly("ERROR this");
  }

  @Test
  void aLineIsAnObject() throws Exception {
    apply(LogConfig.Format.JSON, LogConfig.Level.INFO, 3);
    log.warn("a \"quoted\" {}", "word\nand a line", new IllegalStateException("broken"));
    assertThat(lines()).hasSize(1);
    JsonNode line = new ObjectMapper().readTree(lines().get(0));
    assertThat(line.get("formattedMessage").asText()).isEqualTo("a \"quoted\" word\nand a line");
    assertThat(line.get("level").asText()).isEqualTo("WARN");
    assertThat(line.get("loggerName").asText()).isEqualTo("com.reactive.platform.Something");
    assertThat(line.get("throwable").get("message").asText()).isEqualTo("broken");
    assertThat(line.get("timestamp").isNumber()).isTrue();
  }
}
