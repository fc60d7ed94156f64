package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightLimiterTest {
  private static final long UPDATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final InFlightLimiter limiter = new InFlightLimiter(500, 4_096);
  private long now = System.nanoTime();

  private void update(int times) {
    for (int i = 0; i < times; i++) {
      now += UPDATE_NANOS;
      limiter.update(now);
    }
  }

  private void accept(int events) {
    for (int i = 0; i < events; i++) {
      assertThat(limiter.admits()).isTrue();
      limiter.accepted();
    }
  }

  /** They come in heaps when a deadline passes, and would look like a fast Kafka. */
  @Test
  void failuresDoNotOpenIt() {
    accept(AdaptiveLimit.LEAST);
    update(20);
    assertThat(limiter.admits()).isFalse();
    for (int i = 0; i < AdaptiveLimit.LEAST; i++) {
      limiter.end(false);
    }
    update(20);
    assertThat(limiter.load()).isEqualTo(new InFlightLimiter.Load(AdaptiveLimit.LEAST, 0, 1));

    accept(2);
    limiter.end(true);
    limiter.endOnAnyThread(true);
    update(1);
    assertThat(limiter.load().limit()).isEqualTo(4 * AdaptiveLimit.LEAST);
  }

  @Test
  void itIsQuietWhenNothingCameAndNothingIsInFlight() {
    assertThat(limiter.isQuiet()).isFalse();
    update(1);
    assertThat(limiter.isQuiet()).isTrue();
    accept(1);
    update(2);
    assertThat(limiter.isQuiet()).as("in flight").isFalse();
    limiter.end(true);
    accept(1);
    limiter.endOnAnyThread(true);
    update(1);
    assertThat(limiter.isQuiet()).as("one came").isFalse();
    update(1);
    assertThat(limiter.isQuiet()).isTrue();
  }

  @Test
  void withoutALongestWaitThereIsNoBound() {
    InFlightLimiter unbounded = new InFlightLimiter(0, 16);
    for (int i = 0; i < 1_000; i++) {
      assertThat(unbounded.admits()).isTrue();
      unbounded.accepted();
    }
  }
}
