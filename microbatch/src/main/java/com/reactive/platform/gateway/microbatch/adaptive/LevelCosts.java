package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * The trade that a level's limits are, each side as its latest window has shown it.
 *
 * @param best under the limits found best; null if there was no such window yet
 * @param unpaused without an H; null likewise
 */
public record LevelCosts(LimitsCost best, LimitsCost unpaused) {
  /** Nothing seen yet. */
  public static final LevelCosts NONE = new LevelCosts(null, null);

  /** With a window of the best limits, or of others. */
  LevelCosts with(LimitsCost seen, boolean ofBest) {
    if (seen == null) {
      return this;
    }
    return new LevelCosts(
        ofBest ? seen : best, seen.limits().idlePauseNanos() == 0 ? seen : unpaused);
  }
}
