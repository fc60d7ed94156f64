package com.reactive.platform.gateway.microbatch.adaptive;

/** Tells from the first seconds of a trial whether it is so bad that it should end. */
final class EarlyVerdict {
  private static final long NOT_BY_CHANCE_NANOS = 3_000_000_000L;

  /** So many standard deviations of what comes by chance. */
  private static final double NOISE = 3;

  private EarlyVerdict() {}

  /**
   * The rate is under nine tenths of the incumbent's by more than chance; or after some seconds p99
   * is beyond the budget as the incumbent's was not, or the incumbent is clearly cheaper. One
   * hiccup of the sink makes a hundredth of a second's events late, so a second proves nothing.
   */
  static boolean isHopeless(Window window, Observation soFar, Window incumbent) {
    if (window.saturated() || incumbent.saturated()) {
      return false;
    }
    double expected = incumbent.eventsPerSecond() * soFar.wallNanos() / 1e9;
    boolean slow =
        soFar.events() < LimitsComparison.FAR_LESS * expected - NOISE * Math.sqrt(expected);
    if (slow || soFar.wallNanos() < NOT_BY_CHANCE_NANOS || incumbent.overBudget()) {
      return slow;
    }
    boolean late = window.overBudget() && !window.sinkLate();
    return late || LimitsComparison.isClear(incumbent, window, Long.MAX_VALUE);
  }
}
