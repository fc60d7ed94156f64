package com.reactive.platform.gateway.logging;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class RateLimitedLogTest {
  private final Logger logger = (Logger) LoggerFactory.getLogger(RateLimitedLogTest.class);
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
  private final AtomicLong nowNanos = new AtomicLong();
  private final RateLimitedLog log = new RateLimitedLog(logger, nowNanos::get);

  @BeforeEach
  void listen() {
    lines.start();
    logger.addAppender(lines);
    logger.setAdditive(false);
  }

  @AfterEach
  void stopListening() {
    logger.detachAppender(lines);
    logger.setAdditive(true);
  }

  @Test
  void aLineEveryTenSecondsSaysHowManyWereSuppressed() {
    log.error("one");
    log.warn("two");
    nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(10) - 1);
    log.error("three", new IllegalStateException());
    assertThat(lines.list).extracting(ILoggingEvent::getFormattedMessage).containsExactly("one");

    nowNanos.incrementAndGet();
    log.error("four", new IllegalStateException());
    nowNanos.addAndGet(TimeUnit.SECONDS.toNanos(10));
    log.warn("five");
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("one", "four (and 2 such lines before)", "five");
    assertThat(lines.list.get(1).getThrowableProxy()).isNotNull();
  }
}
