package com.reactive.platform.reliability.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class AckTimelineTest {
  private static final long PATIENCE_MILLIS = 20_000;

  private final AtomicLong acked = new AtomicLong();

  @Test
  void aStallIsSeenWithItsEnd() throws Exception {
    try (AckTimeline watch = new AckTimeline(() -> Map.of(201, acked.get()))) {
      long beginNanos = System.nanoTime();
      acked.incrementAndGet();
      assertThat(watch.awaitAck(beginNanos, PATIENCE_MILLIS)).isNotNegative();

      long stallNanos = System.nanoTime();
      assertThat(watch.awaitAck(stallNanos, 300)).as("nothing is acknowledged").isEqualTo(-1);
      acked.incrementAndGet();
      long againMillis = watch.awaitAck(stallNanos, PATIENCE_MILLIS);

      assertThat(againMillis).isGreaterThanOrEqualTo(300);
      assertThat(watch.longestStallMillis(stallNanos, System.nanoTime()))
          .isGreaterThanOrEqualTo(againMillis);
      assertThat(watch.acked()).isEqualTo(2);
    }
  }

  @Test
  void aStallThatLastsIsSeen() throws Exception {
    CountDownLatch asked = new CountDownLatch(2);
    try (AckTimeline watch =
        new AckTimeline(
            () -> {
              asked.countDown();
              return Map.of();
            })) {
      long fromNanos = System.nanoTime();
      assertThat(asked.await(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
      long toNanos = fromNanos + TimeUnit.SECONDS.toNanos(5);

      assertThat(watch.longestStallMillis(fromNanos, toNanos)).isEqualTo(5_000);
    }
  }

  @Test
  void calmMeansThatEveryResponseHasAnOutcome() throws Exception {
    assertThat(calm(201)).isTrue();
    assertThat(calm(201, 202, 400, 503)).isTrue();
    assertThat(calm(503)).as("nothing is acknowledged").isFalse();
    assertThat(calm(201, 504)).as("a partition is stuck").isFalse();
    assertThat(calm(201, 0)).as("connections are lost").isFalse();
  }

  /** While these statuses grow with each look. */
  private boolean calm(int... statuses) throws InterruptedException {
    Supplier<Map<Integer, Long>> growing =
        () -> {
          long count = acked.incrementAndGet();
          return Arrays.stream(statuses).boxed().collect(Collectors.toMap(s -> s, s -> count));
        };
    try (AckTimeline watch = new AckTimeline(growing)) {
      return watch.awaitCalm(1, 20);
    }
  }

  @Test
  void whatCameBetweenIsTold() {
    assertThat(AckTimeline.between(Map.of(201, 5L, 503, 2L), Map.of(201, 7L, 503, 2L, 504, 1L)))
        .isEqualTo(Map.of(201, 2L, 504, 1L));
  }
}
