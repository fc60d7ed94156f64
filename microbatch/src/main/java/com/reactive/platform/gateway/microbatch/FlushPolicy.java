package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import java.util.function.LongSupplier;

/**
 * Decides when a stripe is flushed, and how long it may wait. Decides only: no threads, and an
 * injected clock.
 */
final class FlushPolicy {
  private final LongSupplier nanoClock;
  private volatile FlushLimits limits;

  FlushPolicy(FlushLimits limits, LongSupplier nanoClock) {
    this.limits = limits;
    this.nanoClock = nanoClock;
  }

  FlushLimits limits() {
    return limits;
  }

  void limits(FlushLimits newLimits) {
    limits = newLimits;
  }

  /** H, nanoseconds. */
  long idlePauseNanos() {
    return limits.idlePauseNanos();
  }

  boolean hasFullBatch(Stripe stripe) {
    return stripe.hasFullBatch(limits.flushBytes());
  }

  /** The reason to flush the stripe now; null if it is not. */
  FlushReason reason(Stripe stripe, boolean sinkIdle, boolean closing) {
    if (!stripe.hasPending()) {
      return null;
    }
    FlushLimits current = limits;
    if (stripe.hasFullBatch(current.flushBytes())) {
      return FlushReason.SIZE;
    }
    if (oldestAgeNanos(stripe) >= current.flushIntervalNanos()) {
      return FlushReason.TIME;
    }
    if (sinkIdle) {
      return FlushReason.IDLE;
    }
    return closing ? FlushReason.CLOSE : null;
  }

  /** Nanoseconds until the stripe is due by TIME, counting from a message that came just now. */
  long nanosUntilTime(Stripe stripe) {
    long interval = limits.flushIntervalNanos();
    return stripe.hasPending() ? interval - oldestAgeNanos(stripe) : interval;
  }

  private long oldestAgeNanos(Stripe stripe) {
    return nanoClock.getAsLong() - stripe.oldestPendingNanos();
  }
}
