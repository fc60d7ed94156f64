package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.Arrays;

/**
 * Decides which H to try next, and when.
 *
 * <p>H is 0, or half a millisecond, or twice, four times ... as much. Trials go around among those
 * that are five steps up, three, one, and one down, as far as there are any. The far ones come
 * first: under a small load a short pause brings nothing together that a long one would. A
 * promotion begins anew from there. Once all of them have failed they are tried again at longer
 * intervals, and after a second time hardly ever: a trial that fails costs what the best H saves.
 */
final class PauseExploration {
  static final int MOST_PERIOD_WINDOWS = 32;
  static final long SHORTEST_NANOS = 500_000;
  private static final int[] PERIOD_WINDOWS = {2, 4, MOST_PERIOD_WINDOWS};
  private static final int[] STEPS = {5, 3, 1, -1};

  /** More do not count. */
  private static final int MOST_FAILURES = 48;

  /** A multiple of every number of H that there can be, so that counting back skips none. */
  private static final int FULL_ROUNDS = 12;

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

  /** A trial may be every so many windows. Asked only if {@link #isOn}. */
  int periodWindows(long bestNanos) {
    int rounds = failures / candidates(bestNanos).length;
    return PERIOD_WINDOWS[Math.min(rounds, PERIOD_WINDOWS.length - 1)];
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
    failures = failures < MOST_FAILURES ? failures + 1 : MOST_FAILURES - FULL_ROUNDS + 1;
  }

  /** What was known does not hold any more. */
  void regressed() {
    failures = 0;
  }

  /** An H to try; another one than the best's. Asked only if {@link #isOn}. */
  long propose(long bestNanos) {
    long[] candidates = candidates(bestNanos);
    return candidates[failures % candidates.length];
  }

  /** At least one, since the longest is at least the shortest. */
  private long[] candidates(long bestNanos) {
    return Arrays.stream(STEPS)
        .mapToLong(steps -> step(bestNanos, steps))
        .distinct()
        .filter(pause -> pause != bestNanos)
        .toArray();
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
