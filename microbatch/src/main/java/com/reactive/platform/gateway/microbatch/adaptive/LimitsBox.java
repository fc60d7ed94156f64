package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.random.RandomGenerator;

/**
 * The limits that a level may use: N from 1 KiB to what the owner's sink takes, T up to the
 * effective budget. Whatever is served, bootstrap, learned or tried, comes out of here.
 */
record LimitsBox(PressureLevel level, long budgetNanos, int maxFlushBytes) {
  static final int MIN_FLUSH_BYTES = 1 << 10;

  /** The effective budget is the level's, or the cap if that is less. */
  static LimitsBox of(PressureLevel level, long budgetCapNanos, int maxFlushBytes) {
    return new LimitsBox(
        level,
        Math.min(level.budgetNanos(), budgetCapNanos),
        Math.min(maxFlushBytes, PressureLevel.MAX_FLUSH_BYTES));
  }

  int minFlushBytes() {
    return Math.min(MIN_FLUSH_BYTES, maxFlushBytes);
  }

  long minIntervalNanos() {
    return Math.min(PressureLevel.MIN_FLUSH_INTERVAL_NANOS, budgetNanos);
  }

  FlushLimits bootstrap() {
    return limits(level.bootstrap().flushBytes(), budgetNanos / 2.0);
  }

  FlushLimits clamp(FlushLimits limits) {
    return limits(limits.flushBytes(), (double) limits.flushIntervalNanos());
  }

  /** Any limits of the box, each order of magnitude as likely as the next. */
  FlushLimits random(RandomGenerator random) {
    return limits(
        minFlushBytes() * Math.pow((double) maxFlushBytes / minFlushBytes(), random.nextDouble()),
        minIntervalNanos()
            * Math.pow((double) budgetNanos / minIntervalNanos(), random.nextDouble()));
  }

  /** Limits so many octaves (factors of two) away, as far as the box goes. */
  FlushLimits step(FlushLimits from, double bytesOctaves, double intervalOctaves) {
    return limits(
        from.flushBytes() * Math.pow(2, bytesOctaves),
        (double) from.flushIntervalNanos() * Math.pow(2, intervalOctaves));
  }

  private FlushLimits limits(double flushBytes, double intervalNanos) {
    double bytes = Math.max(minFlushBytes(), Math.min(flushBytes, maxFlushBytes));
    double nanos =
        Math.max((double) minIntervalNanos(), Math.min(intervalNanos, (double) budgetNanos));
    return new FlushLimits((int) Math.round(bytes), Math.round(nanos));
  }
}
