package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * Learns one level. Windows of the incumbent alternate with windows of a trial:
 *
 * <pre>
 *   incumbent ──(turn of a trial)──> trial ──better──> incumbent ──still──> trial ──better──> it
 *       ^                              │                   │                  │       becomes the
 *       └────────── not better ────────┴───────────────────┴──────────────────┘       incumbent
 * </pre>
 *
 * A trial is served only right after a window of the incumbent that can be judged, so that the two
 * are neighbours. Not for several threads.
 */
final class LevelLearner {
  private final LimitsBox box;
  private final int cores;
  private final boolean exploring;
  private final Exploration exploration;
  private final ExpectedCost expectation = new ExpectedCost();

  private FlushLimits best;
  private long observations;
  private Window reference;
  private Trial trial;
  private int windowsWithoutTrial;
  private int regressionsInRow;

  LevelLearner(LimitsBox box, int cores, boolean exploring, Exploration exploration) {
    this.box = box;
    this.cores = cores;
    this.exploring = exploring;
    this.exploration = exploration;
    this.best = box.bootstrap();
  }

  FlushLimits best() {
    return best;
  }

  /** Learns from a window, and says which limits the next one is to have. */
  FlushLimits observe(Observation seen, long index) {
    Window window = Window.of(seen, box.budgetNanos(), cores, index);
    if (window == null) {
      return best;
    }
    if (seen.limits().equals(best)) {
      observations++;
      return incumbentSeen(window);
    }
    if (trial != null && seen.limits().equals(trial.limits())) {
      observations++;
      return trialSeen(window);
    }
    return best;
  }

  private FlushLimits incumbentSeen(Window window) {
    windowsWithoutTrial++;
    regressionsInRow = expectation.observe(window) ? regressionsInRow + 1 : 0;
    if (regressionsInRow == 2) {
      exploration.regressed();
    }
    if (trial != null && trial.promising() != null && window.follows(trial.promising())) {
      judgeAfterwards(window);
    }
    reference = window;
    return trialOrBest();
  }

  private FlushLimits trialOrBest() {
    if (exploring && trial == null && windowsWithoutTrial >= exploration.periodWindows() - 1) {
      FlushLimits proposed = exploration.propose(best);
      trial = proposed == null ? null : new Trial(proposed);
    }
    return trial == null ? best : trial.limits();
  }

  private FlushLimits trialSeen(Window window) {
    boolean neighbours = reference != null && window.follows(reference);
    LimitsComparison comparison =
        neighbours ? LimitsComparison.of(window, reference) : LimitsComparison.INCONCLUSIVE;
    if (comparison == LimitsComparison.BETTER && trial.promising() != null) {
      return promote(window);
    }
    if (comparison == LimitsComparison.BETTER) {
      trial.promising(window);
    } else if (comparison != LimitsComparison.INCONCLUSIVE || trial.inconclusiveTooOften()) {
      abandon(window);
    }
    return best;
  }

  private void judgeAfterwards(Window incumbent) {
    LimitsComparison comparison = LimitsComparison.of(trial.promising(), incumbent);
    if (comparison == LimitsComparison.NOT_BETTER || comparison == LimitsComparison.HURTS) {
      abandon(trial.promising());
    }
  }

  private void abandon(Window seen) {
    if (seen.overBudget()) {
      exploration.overshot();
    } else {
      exploration.failed();
    }
    trial = null;
    windowsWithoutTrial = 0;
  }

  /** The window that decided is the new incumbent's first, so the next trial may follow it. */
  private FlushLimits promote(Window window) {
    best = trial.limits();
    expectation.clear();
    expectation.observe(trial.promising());
    expectation.observe(window);
    regressionsInRow = 0;
    exploration.promoted();
    trial = null;
    reference = window;
    windowsWithoutTrial = 1;
    return trialOrBest();
  }

  Learned learned() {
    return new Learned(best, expectation.latest(), observations, exploration.cooling());
  }

  /** Goes on from what was learned earlier, as far as this level's limits allow. */
  void restore(Learned learned) {
    reset();
    best = box.clamp(learned.best());
    observations = Math.max(0, learned.observations());
    exploration.cooling(learned.cooling());
    if (learned.expected() != null && best.equals(learned.best())) {
      expectation.restore(learned.expected());
    }
  }

  /** Forgets everything. */
  void reset() {
    best = box.bootstrap();
    expectation.clear();
    observations = 0;
    reference = null;
    trial = null;
    windowsWithoutTrial = 0;
    regressionsInRow = 0;
    exploration.cooling(0);
  }

  LevelStatus status() {
    ExpectedCost.Average expected = expectation.latest();
    return new LevelStatus(
        box.level(),
        best,
        expected == null ? 0 : expected.score(),
        observations,
        trial == null ? null : trial.limits(),
        regressionsInRow > 0);
  }
}
