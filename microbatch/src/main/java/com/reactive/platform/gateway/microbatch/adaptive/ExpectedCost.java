package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.HashMap;
import java.util.Map;

/**
 * The scores that the incumbent's windows lead to expect: a moving average for each load, since one
 * level spans loads of which the scores differ by far. It follows downward as it does upward, or
 * else lasting slowness would be called a regression for ever.
 *
 * <p>Loads are told apart by the logarithm of their rate, so the averages are few.
 */
public final class ExpectedCost {
  /** A moving average of scores, and of the loads at which they were seen. */
  public record Average(double score, double eventsPerSecond, boolean saturated) {
    private Average then(Window window) {
      return new Average(
          mix(window.score(), score),
          mix(window.eventsPerSecond(), eventsPerSecond),
          window.saturated());
    }

    private static double mix(double latest, double old) {
      return WEIGHT * latest + (1 - WEIGHT) * old;
    }
  }

  private static final double WEIGHT = 0.3;
  private static final double REGRESSION = 0.9;
  private static final int SATURATED = Integer.MIN_VALUE;

  private final Map<Integer, Average> byLoad = new HashMap<>();
  private Average latest;

  /**
   * Takes the window in.
   *
   * @return whether it is more than a tenth under what its load led to expect, as measured and also
   *     with the difference in load taken out
   */
  boolean observe(Window window) {
    Integer load = load(window.saturated(), window.eventsPerSecond());
    Average old = byLoad.get(load);
    latest =
        old == null
            ? new Average(window.score(), window.eventsPerSecond(), window.saturated())
            : old.then(window);
    byLoad.put(load, latest);
    return old != null && score(window, old) < REGRESSION * old.score();
  }

  /** Expects what was learned earlier, at the load at which it was learned. */
  void restore(Average learned) {
    byLoad.put(load(learned.saturated(), learned.eventsPerSecond()), learned);
    latest = learned;
  }

  /** The average for the load of the latest window; null before the first. */
  Average latest() {
    return latest;
  }

  void clear() {
    byLoad.clear();
    latest = null;
  }

  private static double score(Window window, Average old) {
    if (window.saturated()) {
      return window.score();
    }
    double loadRatio = old.eventsPerSecond() / window.eventsPerSecond();
    return window.score() * Math.max(1, loadRatio);
  }

  private static Integer load(boolean saturated, double eventsPerSecond) {
    return saturated
        ? SATURATED
        : (int) Math.round(Math.log(eventsPerSecond) / Math.log(LimitsComparison.LIKE_LOAD));
  }
}
