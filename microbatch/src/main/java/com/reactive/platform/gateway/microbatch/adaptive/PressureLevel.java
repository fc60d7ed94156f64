package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The request rate, in ten levels from single requests to millions a second, and the latency budget
 * under that pressure. Rates are counted per window of 10 s.
 */
public enum PressureLevel {
  /** Under 10 requests a second; budget 1 ms. */
  L1_REALTIME(0, 1),
  /** From 10 requests a second; budget 5 ms. */
  L2_FAST(100, 5),
  /** From 100 requests a second; budget 10 ms. */
  L3_LOW(1_000, 10),
  /** From 500 requests a second; budget 50 ms. */
  L4_MODERATE(5_000, 50),
  /** From 2,000 requests a second; budget 100 ms. */
  L5_BALANCED(20_000, 100),
  /** From 10,000 requests a second; budget 500 ms. */
  L6_THROUGHPUT(100_000, 500),
  /** From 50,000 requests a second; budget 1 s. */
  L7_HIGH(500_000, 1_000),
  /** From 200,000 requests a second; budget 5 s. */
  L8_AGGRESSIVE(2_000_000, 5_000),
  /** From 1,000,000 requests a second; budget 15 s. */
  L9_EXTREME(10_000_000, 15_000),
  /** From 5,000,000 requests a second; budget 30 s. */
  L10_MAX(50_000_000, 30_000);

  /** No level starts with more, bytes. */
  public static final int MAX_FLUSH_BYTES = 64 << 20;

  static final long MIN_FLUSH_INTERVAL_NANOS = 500_000;
  private static final long BOOTSTRAP_BYTES_PER_MILLI = 64 << 10;
  private static final List<PressureLevel> LEVELS = List.of(values());

  private final long minRequestsPer10s;
  private final long budgetMillis;

  PressureLevel(long minRequestsPer10s, long budgetMillis) {
    this.minRequestsPer10s = minRequestsPer10s;
    this.budgetMillis = budgetMillis;
  }

  /**
   * The level of this load.
   *
   * @param requestsPer10s requests in a window of 10 s, at least 0
   * @throws IllegalArgumentException if the rate is negative
   */
  public static PressureLevel fromRequestRate(long requestsPer10s) {
    if (requestsPer10s < 0) {
      throw new IllegalArgumentException(
          "requestsPer10s must be at least 0, but is " + requestsPer10s);
    }
    int level = LEVELS.size() - 1;
    while (requestsPer10s < LEVELS.get(level).minRequestsPer10s) {
      level--;
    }
    return LEVELS.get(level);
  }

  /** The lowest rate of this level, in requests per window of 10 s. */
  public long minRequestsPer10s() {
    return minRequestsPer10s;
  }

  /** Latency budget of an event, from its submit to its completion, nanoseconds. */
  public long budgetNanos() {
    return TimeUnit.MILLISECONDS.toNanos(budgetMillis);
  }

  /**
   * The limits at which learning starts: 64 KiB for each millisecond of the budget, at most 64 MiB;
   * and half of the budget, at least 0.5 ms.
   */
  public FlushLimits bootstrap() {
    long bytes = Math.min(BOOTSTRAP_BYTES_PER_MILLI * budgetMillis, MAX_FLUSH_BYTES);
    return new FlushLimits((int) bytes, Math.max(budgetNanos() / 2, MIN_FLUSH_INTERVAL_NANOS));
  }

  /** The level above; the highest is its own next. */
  public PressureLevel next() {
    return LEVELS.get(Math.min(LEVELS.indexOf(this) + 1, LEVELS.size() - 1));
  }

  /** The level below; the lowest is its own previous. */
  public PressureLevel previous() {
    return LEVELS.get(Math.max(LEVELS.indexOf(this) - 1, 0));
  }
}
