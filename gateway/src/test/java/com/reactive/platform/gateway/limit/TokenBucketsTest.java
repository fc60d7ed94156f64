package com.reactive.platform.gateway.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenBucketsTest {
  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  /** Also of a clock that overflows meanwhile. */
  @ParameterizedTest
  @ValueSource(longs = {0, -7, Long.MAX_VALUE - 10, Long.MIN_VALUE})
  void aBurstThenTheRate(long start) {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, start);
    for (int i = 0; i < 3; i++) {
      assertThat(buckets.take("a", 2, 3, start)).isZero();
    }
    assertThat(buckets.take("a", 2, 3, start)).isEqualTo(SECOND / 2);
    assertThat(buckets.take("a", 2, 3, start + SECOND / 2 - 1)).isEqualTo(1);
    assertThat(buckets.take("a", 2, 3, start + SECOND / 2)).isZero();
    assertThat(buckets.take("a", 2, 3, start + SECOND / 2)).isEqualTo(SECOND / 2);
  }

  @Test
  void whatIsRefusedCostsNothing() {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    assertThat(buckets.take("a", 1, 1, 0)).isZero();
    for (int i = 0; i < 1_000; i++) {
      assertThat(buckets.take("a", 1, 1, SECOND - 1)).isEqualTo(1);
    }
    assertThat(buckets.take("a", 1, 1, SECOND)).isZero();
  }

  @Test
  void aPauseFillsNoMoreThanTheBurst() {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    long later = TimeUnit.DAYS.toNanos(30);
    assertThat(takeAll(buckets, "a", 1_000, 5, later)).isEqualTo(5);
  }

  /** The rate of a key may be raised while it waits under the old one. */
  @Test
  void aHigherRateCountsAtOnce() {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    assertThat(takeAll(buckets, "a", 0.1, 100, 0)).isEqualTo(100);
    assertThat(buckets.take("a", 1_000, 1_000, 0)).isEqualTo(SECOND / 1_000);
    assertThat(buckets.take("a", 1_000, 1_000, SECOND / 1_000)).isZero();
  }

  @Test
  void keysDoNotShare() {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    assertThat(takeAll(buckets, "a", 1, 4, 0)).isEqualTo(4);
    assertThat(takeAll(buckets, "b", 1, 4, 0)).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-9, 1e12, Double.MAX_VALUE})
  void noRateOverflows(double rate) {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    assertThat(buckets.take("a", rate, 1, 5)).isZero();
    assertThat(buckets.take("a", rate, Integer.MAX_VALUE, 5)).isZero();
    assertThat(buckets.take("a", rate, 1, 5)).isPositive();
  }

  @Test
  void whatIsChargedIsOwed() {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    assertThat(buckets.waitNanos("a", 100, 50, 0)).isZero();
    buckets.charge("a", 100, 50, 49, 0);
    assertThat(buckets.waitNanos("a", 100, 50, 0)).as("one is left").isZero();
    buckets.charge("a", 100, 50, 1_001, 0);
    assertThat(buckets.waitNanos("a", 100, 50, 0)).isEqualTo(10 * SECOND + 1);
    assertThat(buckets.waitNanos("a", 100, 50, 9 * SECOND)).isEqualTo(SECOND + 1);
    assertThat(buckets.waitNanos("a", 100, 50, 10 * SECOND + 1)).isZero();
    assertThat(buckets.waitNanos("b", 100, 50, 0)).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {Double.MIN_VALUE, 1e-9, 1e12, Double.MAX_VALUE})
  void noChargeOverflows(double rate) {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    for (int i = 0; i < 10; i++) {
      buckets.charge("a", rate, 1, Long.MAX_VALUE, 5);
      assertThat(buckets.waitNanos("a", rate, 1, 5)).isBetween(1L, 600 * SECOND + 1);
    }
    assertThat(buckets.waitNanos("a", rate, 1, Long.MAX_VALUE / 2)).isZero();
  }

  @Test
  void nobodyOwesMoreThanTenMinutes() {
    TokenBuckets<String> buckets = new TokenBuckets<>(10, 0);
    for (int i = 0; i < 100; i++) {
      buckets.charge("a", 1, 5, 1_000, 0);
    }
    assertThat(buckets.waitNanos("a", 1, 5, 0)).isEqualTo(600 * SECOND + 1);
    buckets.charge("a", 1, 5, 1_000, 601 * SECOND);
    assertThat(buckets.waitNanos("a", 1, 5, 601 * SECOND)).isEqualTo(600 * SECOND + 1);
  }

  @Test
  void askingCostsNoBucket() {
    TokenBuckets<Integer> buckets = new TokenBuckets<>(10, 0);
    for (int i = 0; i < 1_000; i++) {
      assertThat(buckets.waitNanos(i, 1, 1, 0)).isZero();
    }
    assertThat(buckets.size()).isZero();
  }

  /** A flood of keys has owed, and no longer does: new ones are not held down for it. */
  @Test
  void whoIsNewIsNotJudgedByThoseWhoHavePaid() {
    TokenBuckets<Integer> buckets = new TokenBuckets<>(100, 0);
    for (int i = 0; i < 1_000; i++) {
      buckets.charge(i, 1, 1, i < 100 ? 2 : 400, 0);
    }
    assertThat(buckets.waitNanos(5_000, 1, 1, SECOND)).as("shared").isPositive();
    assertThat(buckets.waitNanos(5_001, 1, 1, 10 * SECOND)).isZero();
    assertThat(buckets.size()).isZero();
  }

  @Test
  void threadsTogetherOweTheirSum() throws InterruptedException {
    long threads = 4;
    int each = 100_000;
    TokenBuckets<Integer> buckets = new TokenBuckets<>(4, 0);
    List<Thread> running = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      running.add(
          new Thread(
              () -> {
                for (int i = 0; i < each; i++) {
                  buckets.charge(1, 1_000, 1, 1, 0);
                }
              }));
    }
    running.forEach(Thread::start);
    for (Thread thread : running) {
      thread.join();
    }
    assertThat(buckets.waitNanos(1, 1_000, 1, 0))
        .isEqualTo((threads * each - 1) * SECOND / 1_000 + 1);
  }

  @Test
  void fullOnesMakeRoomAndForgetNothing() {
    TokenBuckets<Integer> buckets = new TokenBuckets<>(100, 0);
    for (int i = 0; i < 100; i++) {
      assertThat(buckets.take(i, 1, 1, 0)).isZero();
    }
    assertThat(buckets.take(7, 1, 10, SECOND)).as("7 is busy from now on").isZero();
    for (int i = 1_000; i < 1_050; i++) {
      assertThat(buckets.take(i, 1, 1, SECOND)).isZero();
    }
    assertThat(buckets.size()).isEqualTo(51);
    assertThat(buckets.take(7, 1, 1, SECOND)).as("and still is").isPositive();
  }

  /** More keys than there may be buckets: they are held down together, the known ones apart. */
  @Test
  void aFloodOfKeysIsBounded() {
    TokenBuckets<Integer> buckets = new TokenBuckets<>(100, 0);
    int admitted = 0;
    for (int i = 0; i < 100_000; i++) {
      admitted += buckets.take(i, 1, 1, i) == 0 ? 1 : 0;
    }
    assertThat(buckets.size()).isEqualTo(100);
    assertThat(admitted).isBetween(101, 100 + 64);
  }

  /** Threads that take, and time that passes, and buckets that come and go: no token is double. */
  @Test
  void threadsTogetherGetNoMoreThanTheLimit() throws InterruptedException {
    int keys = 40;
    int burst = 3;
    long span = 200 * SECOND;
    TokenBuckets<Integer> buckets = new TokenBuckets<>(20, 0);
    AtomicLong clock = new AtomicLong();
    LongAdder[] granted = new LongAdder[keys];
    for (int i = 0; i < keys; i++) {
      granted[i] = new LongAdder();
    }
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 4; t++) {
      int first = t;
      threads.add(
          new Thread(
              () -> {
                for (long now = clock.get(); now < span; now = clock.addAndGet(SECOND / 1_000)) {
                  int key = (int) ((now / SECOND * 7 + first % 2) % keys);
                  if (buckets.take(key, 5, burst, now) == 0) {
                    granted[key].increment();
                  }
                }
              }));
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    long total = 0;
    for (LongAdder adder : granted) {
      assertThat(adder.sum()).isLessThanOrEqualTo(burst + 5 * span / SECOND);
      total += adder.sum();
    }
    // At each second two keys are asked for, each for a burst and five a second.
    assertThat(total).isBetween(1L, 2L * (burst + 5 + 1) * (span / SECOND));
    assertThat(buckets.size()).isLessThanOrEqualTo(20 + 4);
  }

  private static int takeAll(
      TokenBuckets<String> buckets, String key, double rate, int burst, long now) {
    int taken = 0;
    while (buckets.take(key, rate, burst, now) == 0) {
      taken++;
    }
    return taken;
  }
}
