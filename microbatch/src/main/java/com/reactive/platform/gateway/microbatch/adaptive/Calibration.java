package com.reactive.platform.gateway.microbatch.adaptive;

/** Limits for each level, learned from windows. Safe for any number of threads. */
public interface Calibration {
  /** The best limits known for this level. Never blocks. */
  FlushLimits getBestConfigForPressure(PressureLevel level);

  /**
   * Records a window and learns from it. May block on disk.
   *
   * @return the limits for the next window at the same level: the best, or others on trial
   */
  FlushLimits observe(Observation seen);

  /**
   * Tells whether a window need not be waited for to its end: its limits are on trial, and clearly
   * bad. Then what there is of it is to be observed. Never blocks on disk.
   *
   * @param soFar the window up to now, at least a second of it
   */
  default boolean isHopeless(Observation soFar) {
    return false;
  }

  /**
   * The limits that stay in force whatever is learned, if it is only to be seen what would be
   * chosen; null if what is learned is applied.
   *
   * @param initial the level at the start
   */
  default FlushLimits kept(PressureLevel initial) {
    return null;
  }
}
