package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * Result of comparing a trial window with a neighbouring window of the incumbent.
 *
 * <p>Score follows load: a process has costs of its own, which more events share. How much it does
 * so is unknown, but it lies between not at all and in proportion. So each pair is looked at both
 * ways, as measured and with the load's ratio taken out, and a verdict needs both to agree. Loads
 * further apart than {@link #LIKE_LOAD} are not compared at all.
 *
 * <p>When submits are refused the rate is a result and no longer the load. Two saturated windows
 * compare by score, which is throughput then. Of an unsaturated and a saturated one, the saturated
 * one is the worse if it did less; if it did more, nothing is known.
 */
enum LimitsComparison {
  /** Better by the margin, either way of looking at it. */
  BETTER,
  /** Not better by the margin, either way of looking at it. */
  NOT_BETTER,
  /** The trial must not be repeated: beyond the budget, or far worse. */
  HURTS,
  /** Nothing can be said of it. */
  INCONCLUSIVE;

  static final double LIKE_LOAD = 1.3;
  static final double MARGIN = 1.05;
  static final double FAR_WORSE = 0.7;
  static final double FAR_LESS = 0.9;
  private static final double HARDLY_LESS = 0.95;
  private static final double CLEARLY_FASTER = 0.9;

  /** What chance does not do: see {@link #isClear}. */
  private static final double CLEARLY_CHEAPER = 1.25;

  private static final double CLEARLY_FEWER_REQUESTS = 0.6;
  private static final double CLEARLY_WITHIN_BUDGET = 0.75;

  static LimitsComparison of(Window trial, Window incumbent) {
    if (trial.overBudget() && !incumbent.overBudget()) {
      return HURTS;
    }
    double ratio = trial.score() / incumbent.score();
    if (trial.saturated() && incumbent.saturated()) {
      return verdict(ratio, ratio);
    }
    double throughputRatio = trial.throughput() / incumbent.throughput();
    if (trial.saturated()) {
      return throughputRatio < 1 ? verdict(throughputRatio, throughputRatio) : INCONCLUSIVE;
    }
    if (incumbent.saturated()) {
      return throughputRatio >= MARGIN ? BETTER : INCONCLUSIVE;
    }
    double withoutLoad = ratio * incumbent.eventsPerSecond() / trial.eventsPerSecond();
    LimitsComparison verdict = verdict(Math.min(ratio, withoutLoad), Math.max(ratio, withoutLoad));
    return verdict == HURTS || likeLoad(trial, incumbent) ? verdict : INCONCLUSIVE;
  }

  /**
   * Of windows that differ in H. A pause must not cost rate: clients who wait for answers send less
   * then, however cheap each event is. Where costs are alike, the lower p99 is better, then the
   * higher rate.
   */
  static LimitsComparison ofPauses(Window trial, Window incumbent) {
    if (trial.saturated() || incumbent.saturated()) {
      return of(trial, incumbent);
    }
    double rate = trial.eventsPerSecond() / incumbent.eventsPerSecond();
    if (rate < FAR_LESS || (trial.overBudget() && !incumbent.overBudget())) {
      return HURTS;
    }
    double score = trial.score() / incumbent.score();
    if (incumbent.overBudget() && !trial.overBudget()) {
      return BETTER;
    }
    if (rate < HARDLY_LESS || (rate > 1 / HARDLY_LESS && score < MARGIN)) {
      return INCONCLUSIVE;
    }
    if (score >= MARGIN) {
      return BETTER;
    }
    return score > 1 / MARGIN && isFaster(trial, incumbent, rate) ? BETTER : NOT_BETTER;
  }

  /**
   * True if an H has won by so much that a second window need not confirm it. CPU time alone may be
   * another process's doing. The number of requests is not, so both must be far better. Some of the
   * budget must be left, because one window shows little of the tail.
   */
  static boolean isClear(Window trial, Window incumbent, long budgetNanos) {
    double rate = trial.eventsPerSecond() / incumbent.eventsPerSecond();
    return !trial.saturated()
        && !incumbent.saturated()
        && rate >= HARDLY_LESS
        && rate <= 1 / HARDLY_LESS
        && trial.score() >= CLEARLY_CHEAPER * incumbent.score()
        && incumbent.requestsPerEvent() > 0
        && trial.requestsPerEvent() <= CLEARLY_FEWER_REQUESTS * incumbent.requestsPerEvent()
        && trial.p99Nanos() <= CLEARLY_WITHIN_BUDGET * budgetNanos;
  }

  private static boolean isFaster(Window trial, Window incumbent, double rate) {
    double latency = (double) trial.p99Nanos() / Math.max(1, incumbent.p99Nanos());
    return latency < CLEARLY_FASTER || (latency < 1 / CLEARLY_FASTER && rate >= MARGIN);
  }

  static boolean likeLoad(Window one, Window other) {
    double ratio = one.eventsPerSecond() / other.eventsPerSecond();
    return ratio <= LIKE_LOAD && ratio >= 1 / LIKE_LOAD;
  }

  private static LimitsComparison verdict(double atLeast, double atMost) {
    if (atMost < FAR_WORSE) {
      return HURTS;
    }
    if (atMost < MARGIN) {
      return NOT_BETTER;
    }
    return atLeast >= MARGIN ? BETTER : INCONCLUSIVE;
  }
}
