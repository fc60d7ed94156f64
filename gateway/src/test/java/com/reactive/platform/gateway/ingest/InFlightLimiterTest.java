package com.reactive.platform.gateway.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class InFlightLimiterTest {
  private static final long UPDATE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  /** The two differ in their first ten bits only: so they are in two buckets, whatever the seed. */
  private static final int SENDER = 0x1000_0001;

  private static final int OTHER = 0x2000_0001;

  private final InFlightLimiter limiter = new InFlightLimiter(500, 4_096);
  private long now = System.nanoTime();

  private void update(int times) {
    for (int i = 0; i < times; i++) {
      now += UPDATE_NANOS;
      limiter.update(now);
    }
  }

  private void accept(int events) {
    accept(SENDER, events);
  }

  private void accept(int sender, int events) {
    for (int i = 0; i < events; i++) {
      assertThat(limiter.admits()).isTrue();
      assertThat(limiter.isWithinShare(sender)).isTrue();
      limiter.accepted(limiter.bucket(sender));
    }
  }

  private void end(int sender, boolean kept) {
    limiter.end(limiter.bucket(sender), kept);
  }

  /** They come in heaps when a deadline passes, and would look like a fast Kafka. */
  @Test
  void failuresDoNotOpenIt() {
    accept(AdaptiveLimit.LEAST);
    update(20);
    assertThat(limiter.admits()).isFalse();
    for (int i = 0; i < AdaptiveLimit.LEAST; i++) {
      end(SENDER, false);
    }
    update(20);
    assertThat(limiter.load()).isEqualTo(new InFlightLimiter.Load(AdaptiveLimit.LEAST, 0, 1, 0));

    accept(2);
    end(SENDER, true);
    limiter.endOnAnyThread(limiter.bucket(SENDER), true);
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
    end(SENDER, true);
    accept(1);
    limiter.endOnAnyThread(limiter.bucket(SENDER), true);
    update(1);
    assertThat(limiter.isQuiet()).as("one came").isFalse();
    update(1);
    assertThat(limiter.isQuiet()).isTrue();
  }

  /** What is over a share is counted apart, and only what nobody else may have is the limit's. */
  @Test
  void refusalsForAShareAreCountedApart() {
    accept(OTHER, 1);
    accept(3_072);
    assertThat(limiter.admits()).isTrue();
    assertThat(limiter.isWithinShare(SENDER)).isFalse();
    assertThat(limiter.isWithinShare(SENDER)).isFalse();
    assertThat(limiter.isWithinShare(IngestRequest.NO_SENDER)).isTrue();
    accept(OTHER, 200);
    limiter.update(now);
    assertThat(limiter.load()).isEqualTo(new InFlightLimiter.Load(4_096, 3_273, 0, 2));
  }

  /** Clients that wait for their outcomes come again when they have them, whoever they are. */
  @Test
  void whoWasTakenInBeforeAPauseIsTakenInBehindIt() {
    accept(SENDER, 1_000);
    accept(OTHER, 600);
    update(4);
    assertThat(limiter.load().limit()).as("there is a pause").isLessThan(4_096);
    for (int i = 0; i < 600; i++) {
      end(SENDER, true);
      accept(SENDER, 1);
      end(OTHER, true);
      accept(OTHER, 1);
    }
  }

  @Test
  void withoutALongestWaitThereIsNoBound() {
    InFlightLimiter unbounded = new InFlightLimiter(0, 16);
    unbounded.accepted(unbounded.bucket(OTHER));
    for (int i = 0; i < 1_000; i++) {
      assertThat(unbounded.admits()).isTrue();
      assertThat(unbounded.isWithinShare(SENDER)).isTrue();
      unbounded.accepted(unbounded.bucket(SENDER));
    }
  }
}
