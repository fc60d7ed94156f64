package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The clock is not read for every message, so that a message may be taken for older than it is, but
 * for no younger, and by no more than 63 messages.
 */
class StripeTimesTest {
  private static final int MESSAGES_PER_TIME = 64;

  private record Submitted(long nanos, boolean foundNothingPending) {}

  private final List<Submitted> all = new ArrayList<>();
  private final Queue<Batch> inFlight = new ArrayDeque<>();
  private long nanos = -50; // nanoTime may be negative
  private int taken;
  private Stripe stripe;

  @Test
  void oneMessageAtATimeHasItsOwnTime() {
    stripe = stripe(64);
    for (int i = 0; i < 300; i++) {
      nanos += 7;
      append(1);
      nanos += 3;

      assertThat(stripe.oldestPendingNanos()).isEqualTo(nanos - 3);
      Batch batch = take(1);
      assertThat(batch.oldestNanos()).isEqualTo(nanos - 3);
      batch.acked(0, 0);
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 8", "3, 32", "4, 64", "5, 64", "6, 128", "7, 256", "8, 1024"})
  void noMessageIsCountedYoungerThanItIs(long seed, int slots) {
    Random random = new Random(seed);
    stripe = stripe(slots);
    for (int step = 0; step < 40_000; step++) {
      nanos += random.nextInt(4);
      // Long runs of appends and of takes, so that full and empty are often met.
      boolean filling = step / (2 * slots) % 2 == 0;
      if (random.nextInt(4) < (filling ? 3 : 1)) {
        append(random.nextInt(3) == 0 ? 1 + random.nextInt(Math.min(slots, 100)) : 1);
      } else {
        takeSome(random, seed);
      }
      if (taken < all.size()) {
        assertTime(stripe.oldestPendingNanos(), seed);
      }
    }
    assertThat(taken).as("seed %d", seed).isGreaterThan(10 * slots);
  }

  private void takeSome(Random random, long seed) {
    if (taken < all.size()) {
      long end = taken + 1L + random.nextInt(all.size() - taken);
      Batch batch = stripe.take(FlushReason.SIZE, end, Integer.MAX_VALUE);
      assertTime(batch.oldestNanos(), seed);
      taken += batch.size();
      inFlight.add(batch);
    }
    if (random.nextInt(3) > 0 && !inFlight.isEmpty()) {
      inFlight.remove().acked(0, 0);
    }
  }

  /** Of the first message that is not taken. */
  private void assertTime(long counted, long seed) {
    Submitted first = all.get(taken);
    assertThat(counted)
        .as("message %d, seed %d", taken, seed)
        .isLessThanOrEqualTo(first.nanos())
        .isGreaterThanOrEqualTo(all.get(Math.max(0, taken - MESSAGES_PER_TIME + 1)).nanos());
    if (first.foundNothingPending()) {
      assertThat(counted).as("message %d, seed %d", taken, seed).isEqualTo(first.nanos());
    }
  }

  private void append(int count) {
    MessageBatch messages = new MessageBatch();
    for (int i = 0; i < count; i++) {
      messages.add(new byte[0]);
    }
    SubmitResult result =
        count == 1 ? stripe.append(new byte[0], 0, 0, null) : stripe.append(messages, null);
    if (result == SubmitResult.ACCEPTED) {
      for (int i = 0; i < count; i++) {
        all.add(new Submitted(nanos, taken == all.size()));
      }
    }
  }

  private Batch take(int count) {
    Batch batch = stripe.take(FlushReason.SIZE, Long.MAX_VALUE, Integer.MAX_VALUE);
    assertThat(batch.size()).isEqualTo(count);
    taken += count;
    return batch;
  }

  private Stripe stripe(int slots) {
    return new Stripe(new BatcherConfig(1, 64, slots, 1, 1), StripeTest.NOBODY, () -> nanos);
  }
}
