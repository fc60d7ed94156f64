package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.random.RandomGenerator;

/**
 * The limits that a level may use: N from 1 KiB to what the owner's sink takes, T up to the
 * effective budget, H up to four fifths of it, which leaves the sink some time. Whatever is served,
 * bootstrap, learned or tried, comes out of here.
 */
record LimitsBox(PressureLevel level, long budgetNanos, int maxFlushBytes, boolean pausing) {
  static final int MIN_FLUSH_BYTES = 1 << 10;

  /** A budget of no more is for those who want no pauses. */
  private static final long NO_PAUSE_NANOS = 1_000_000;

  /** Without an H. */
  LimitsBox(PressureLevel level, long budgetNanos, int maxFlushBytes) {
    this(level, budgetNanos, maxFlushBytes, false);
  }

  /** The effective budget is the level's, or the cap if that is less. */
  static LimitsBox of(PressureLevel level, long budgetCapNanos, int maxFlushBytes) {
    return new LimitsBox(
        level,
        Math.min(level.budgetNanos(), budgetCapNanos),
        Math.min(maxFlushBytes, PressureLevel.MAX_FLUSH_BYTES));
  }

  /** The same with an H, if the budget has room for one. */
  LimitsBox withPauses(boolean on) {
    return new LimitsBox(level, budgetNanos, maxFlushBytes, on);
  }

  /** The longest H, nanoseconds; 0 for none. */
  long maxPauseNanos() {
    return pausing && budgetNanos > NO_PAUSE_NANOS ? budgetNanos / 5 * 4 : 0;
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
    FlushLimits clamped = limits(limits.flushBytes(), (double) limits.flushIntervalNanos());
    return withPause(clamped, Math.min(limits.idlePauseNanos(), maxPauseNanos()));
  }

  /** The same with this H, and a T that does not end it early. */
  static FlushLimits withPause(FlushLimits limits, long pauseNanos) {
    return new FlushLimits(
        limits.flushBytes(), Math.max(limits.flushIntervalNanos(), pauseNanos), pauseNanos);
  }

  /** The same without H, and with the T of the start if T was only as long because of H. */
  FlushLimits withoutPause(FlushLimits limits) {
    long interval = limits.flushIntervalNanos();
    boolean becauseOfPause = interval == limits.idlePauseNanos();
    return new FlushLimits(
        limits.flushBytes(),
        becauseOfPause ? Math.min(interval, bootstrap().flushIntervalNanos()) : interval);
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
