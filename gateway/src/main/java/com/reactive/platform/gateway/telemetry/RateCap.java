package com.reactive.platform.gateway.telemetry;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Lets so many through per second, on average; after a pause, a second's worth at once.
 * Thread-safe, one compare-and-set per question.
 */
final class RateCap {
  private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final long intervalNanos;
  private final LongSupplier nanoClock;

  /** When all that went through would have gone through at the allowed pace. */
  private final AtomicLong paidUntilNanos;

  /**
   * A cap.
   *
   * @param perSecond 0: lets none through
   */
  RateCap(int perSecond, LongSupplier nanoClock) {
    intervalNanos = perSecond == 0 ? Long.MAX_VALUE : SECOND_NANOS / perSecond;
    this.nanoClock = nanoClock;
    paidUntilNanos = new AtomicLong(nanoClock.getAsLong());
  }

  boolean allow() {
    if (intervalNanos > SECOND_NANOS) {
      return false;
    }
    long now = nanoClock.getAsLong();
    while (true) {
      long paid = paidUntilNanos.get();
      long ahead = Math.max(0, paid - now) + intervalNanos;
      if (ahead > SECOND_NANOS) {
        return false;
      }
      if (paidUntilNanos.compareAndSet(paid, now + ahead)) {
        return true;
      }
    }
  }
}
