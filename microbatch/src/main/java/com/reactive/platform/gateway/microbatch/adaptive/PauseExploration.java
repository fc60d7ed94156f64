package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * Decides which H to try next, and when.
 *
 * <p>H is 0, or half a millisecond, or twice, four times ... as much. Trials go around among those
 * that are five steps up, three, one, and one down. The far ones come first: under a small load a
 * short pause brings nothing together that a long one would. A promotion begins anew from there.
 * Failures space the trials, up to {@link #MOST_PERIOD_WINDOWS}: by then all is known.
 */
final class PauseExploration {
  static final int MOST_PERIOD_WINDOWS = 32;
  static final long SHORTEST_NANOS = 500_000;
  private static final int LEAST_PERIOD_WINDOWS = 2;
  private static final int[] STEPS = {5, 3, 1, -1};

  /** So many failures double the time between trials. */
  private static final int FAILURES_PER_DOUBLING = 2;

  /** More do not count. */
  private static final int MOST_FAILURES = 64;

  private final long longestNanos;

  /** Trials that failed since the last promotion. */
  private int failures;

  /**
   * @param longestNanos the longest H that may be tried, nanoseconds; under half a millisecond:
   *     none
   */
  PauseExploration(long longestNanos) {
    this.longestNanos = longestNanos;
  }

  /** True if there is anything to be tried. */
  boolean isOn() {
    return longestNanos >= SHORTEST_NANOS;
  }

  /** A trial may be every so many windows. */
  int periodWindows() {
    int doublings = Math.min(failures / FAILURES_PER_DOUBLING, 8);
    return Math.min(MOST_PERIOD_WINDOWS, LEAST_PERIOD_WINDOWS << doublings);
  }

  /** The failures so far, which outlive the process: what is known need not be found out again. */
  int failures() {
    return failures;
  }

  void restore(int restoredFailures) {
    failures = Math.max(0, Math.min(restoredFailures, MOST_FAILURES));
  }

  void promoted() {
    failures = 0;
  }

  void failed() {
    failures = failures < MOST_FAILURES ? failures + 1 : MOST_FAILURES - STEPS.length + 1;
  }

  /** What was known does not hold any more. */
  void regressed() {
    failures = 0;
  }

  /** An H to try; another one than the best's. Asked only if {@link #isOn}. */
  long propose(long bestNanos) {
    int turn = failures % STEPS.length;
    for (int i = 0; i < STEPS.length; i++) {
      long proposed = step(bestNanos, STEPS[(turn + i) % STEPS.length]);
      if (proposed != bestNanos) {
        return proposed;
      }
    }
    return bestNanos == 0 ? SHORTEST_NANOS : 0;
  }

  /** The H to try instead of one whose p99 is beyond the budget. */
  long shorter(long tooLongNanos) {
    return step(tooLongNanos, -1);
  }

  private long step(long nanos, int steps) {
    if (steps < 0) {
      return nanos <= SHORTEST_NANOS ? 0 : nanos / 2;
    }
    long stepped = nanos;
    for (int i = 0; i < steps; i++) {
      long next = Math.max(SHORTEST_NANOS, 2 * stepped);
      stepped = next <= longestNanos ? next : stepped;
    }
    return stepped;
  }
}
