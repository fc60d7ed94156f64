package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.random.RandomGenerator;

/**
 * Decides what to try next, and when. One number, the cooling, holds both: it starts at 0, a failed
 * trial adds 1, a promotion takes 4 off, a lasting regression resets it, and it stays within 0 to
 * 40.
 *
 * <table>
 *   <caption>Schedule</caption>
 *   <tr><th>cooling</th><th>a trial at most every ... windows</th></tr>
 *   <tr><td>0 to 15</td><td>2</td></tr>
 *   <tr><td>16 to 23</td><td>4</td></tr>
 *   <tr><td>24 to 31</td><td>8</td></tr>
 *   <tr><td>32 to 40</td><td>16</td></tr>
 * </table>
 *
 * <p>A trial is with 20 % probability anywhere in the box, else a step from the best. The least
 * step is 3 octaves at first, half as much for every 4 of cooling, and at least an eighth of an
 * octave; some steps are longer than that, since small ones alone would gain less than the margin
 * that a trial needs. A direction that led to a promotion is taken again. One that led beyond the
 * budget is taken again half as far: the best limits often lie just within it.
 */
final class Exploration {
  static final int MAX_COOLING = 40;
  private static final int COOLING_OF_PROMOTION = 4;
  private static final double RANDOM_SHARE = 0.2;
  private static final double WIDEST_OCTAVES = 3;
  private static final double NARROWEST_OCTAVES = 0.125;
  private static final int ATTEMPTS = 16;
  private static final int[][] DIRECTIONS = {
    {1, 1}, {-1, -1}, {1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, -1}, {-1, 1}
  };

  private final LimitsBox box;
  private final RandomGenerator random;
  private int cooling;
  private int[] direction; // null after a trial that was no step
  private double octaves;
  private boolean sameWay;

  Exploration(LimitsBox box, RandomGenerator random) {
    this.box = box;
    this.random = random;
  }

  int cooling() {
    return cooling;
  }

  void cooling(int restored) {
    cooling = Math.max(0, Math.min(restored, MAX_COOLING));
    sameWay = false;
  }

  void promoted() {
    cooling(cooling - COOLING_OF_PROMOTION);
    sameWay = direction != null;
  }

  void failed() {
    cooling(cooling + 1);
  }

  /** Failed for being beyond the budget. */
  void overshot() {
    cooling(cooling + 1);
    octaves /= 2;
    sameWay = direction != null && octaves >= NARROWEST_OCTAVES / 2;
  }

  void regressed() {
    cooling(0);
  }

  /** A trial may be every so many windows. */
  int periodWindows() {
    return cooling < 16 ? 2 : 2 << Math.min((cooling - 8) / 8, 3);
  }

  /** Limits to try that are not the best itself; null if the box holds hardly anything else. */
  FlushLimits propose(FlushLimits best) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      FlushLimits proposed = random.nextDouble() < RANDOM_SHARE ? anywhere() : step(best);
      proposed = LimitsBox.withPause(proposed, best.idlePauseNanos());
      sameWay = false;
      if (!proposed.equals(best)) {
        return proposed;
      }
    }
    return null;
  }

  private FlushLimits anywhere() {
    direction = null;
    return box.random(random);
  }

  private FlushLimits step(FlushLimits best) {
    if (!sameWay) {
      direction = DIRECTIONS[random.nextInt(DIRECTIONS.length)];
      octaves = leastOctaves() * Math.pow(WIDEST_OCTAVES / leastOctaves(), random.nextDouble() / 2);
    }
    return box.step(best, direction[0] * octaves, direction[1] * octaves);
  }

  private double leastOctaves() {
    return Math.max(NARROWEST_OCTAVES, WIDEST_OCTAVES * Math.pow(2, -cooling / 4.0));
  }
}
