package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * The H that a window without one suggests, for whoever wants to see it before it is applied. It is
 * a guess: a stripe for each core, flushed every H or as rarely as now; this process's own saving
 * is not counted, since it is unknown before a trial; and p99 grows by all of H.
 */
final class PauseEstimate {
  private static final double NANOS_PER_SECOND = 1e9;

  /** Where a pause brings fewer together, most flushes do without it. */
  private static final int WORTH_WAITING_EVENTS = 3;

  private PauseEstimate() {}

  /**
   * H of octave steps from 0.5 ms, nanoseconds; 0 if none promises a gain within the budget.
   *
   * @param seen a window without an H
   */
  static long of(Observation seen, LimitsBox box, OutsideCost outside, int cores) {
    if (seen.requests() == 0 || seen.saturated()) {
      return 0;
    }
    long chosen = 0;
    double costs = cost(seen, (double) seen.requests(), outside);
    double stripeNanos = (double) seen.wallNanos() * cores;
    for (long pause = PressureLevel.MIN_FLUSH_INTERVAL_NANOS;
        pause <= box.maxPauseNanos() && seen.p99Nanos() + pause <= box.budgetNanos();
        pause *= 2) {
      double requests = Math.min((double) seen.requests(), stripeNanos / pause);
      double cost = cost(seen, requests, outside);
      boolean gathers = seen.events() / requests >= WORTH_WAITING_EVENTS;
      if (gathers && cost * LimitsComparison.MARGIN <= costs) {
        chosen = pause;
        costs = cost;
      }
    }
    return chosen;
  }

  /** CPU seconds of the window. */
  private static double cost(Observation seen, double requests, OutsideCost outside) {
    return (seen.cpuNanos() + outside.nanos(Math.round(requests), seen.bytes())) / NANOS_PER_SECOND;
  }
}
