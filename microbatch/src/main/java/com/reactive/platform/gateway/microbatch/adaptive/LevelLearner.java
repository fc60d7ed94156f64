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
 * An H that is clearly better becomes the incumbent after its first window.
 *
 * <p>A trial is served only right after a window of the incumbent that can be judged, so that the
 * two are neighbours. Not for several threads.
 */
final class LevelLearner {
  private final LimitsBox box;
  private final CalibrationConfig config;
  private final Exploration exploration;
  private final PauseExploration pauses;
  private final SinkLatency sinkLatency = new SinkLatency();
  private final ExpectedCost expectation = new ExpectedCost();

  private FlushLimits best;
  private LevelCosts costs = LevelCosts.NONE;
  private long observations;
  private Window reference;
  private Trial trial;
  private int windowsWithoutTrial;
  private int regressionsInRow;
  private boolean restored;

  /**
   * @param exploration of N and T; H is tried instead while the sink keeps up, if it is learned
   */
  LevelLearner(LimitsBox box, CalibrationConfig config, Exploration exploration) {
    this.box = box;
    this.config = config;
    this.exploration = exploration;
    this.pauses = new PauseExploration(box.maxPauseNanos());
    this.best = box.bootstrap();
  }

  FlushLimits bootstrap() {
    return box.bootstrap();
  }

  FlushLimits best() {
    return best;
  }

  /** Learns from a window, and says which limits the next one is to have. */
  FlushLimits observe(Observation seen, long index) {
    if (seen.limits().equals(best)) {
      sinkLatency.note(seen);
    }
    Window window = window(seen, index);
    if (window == null) {
      return best;
    }
    costs = costs.with(LimitsCost.of(seen), seen.limits().equals(best));
    if (config.observing()) {
      return estimated(window, seen);
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

  /** Without trials: what was learned earlier, else what the window suggests. */
  private FlushLimits estimated(Window window, Observation seen) {
    expectation.observe(window);
    observations++;
    if (!restored && seen.limits().idlePauseNanos() == 0) {
      long pause = PauseEstimate.of(seen, box, config.outside(), config.key().cores());
      best = LimitsBox.withPause(box.bootstrap(), pause);
    }
    return best;
  }

  /** As {@link Calibration#isHopeless}. */
  boolean isHopeless(Observation soFar) {
    boolean onTrial = trial != null && soFar.limits().equals(trial.limits());
    if (!onTrial || !isPauseTrial() || reference == null) {
      return false;
    }
    Window window = window(soFar, reference.index() + 1);
    return window != null && EarlyVerdict.isHopeless(window, soFar, reference);
  }

  private Window window(Observation seen, long index) {
    Observation counted = pauses.isOn() ? sinkLatency.undisturbed(seen) : seen;
    return Window.of(counted, box.budgetNanos(), config.key().cores(), config.outside(), index);
  }

  private FlushLimits incumbentSeen(Window window) {
    windowsWithoutTrial++;
    regressionsInRow = expectation.observe(window) ? regressionsInRow + 1 : 0;
    if (regressionsInRow == 2) {
      exploration.regressed();
      pauses.regressed();
    }
    if (trial != null && trial.promising() != null && window.follows(trial.promising())) {
      judgeAfterwards(window);
    }
    reference = window;
    return trialOrBest();
  }

  private FlushLimits trialOrBest() {
    if (config.exploring() && trial == null) {
      trial = isOfPauses() ? pauseTrial() : limitsTrial();
    }
    return trial == null ? best : trial.limits();
  }

  /** While the sink keeps up, N and T hardly matter, and H does. */
  private boolean isOfPauses() {
    return pauses.isOn() && !reference.saturated();
  }

  private Trial pauseTrial() {
    long bestNanos = best.idlePauseNanos();
    return windowsWithoutTrial < pauses.periodWindows(bestNanos) - 1
        ? null
        : new Trial(LimitsBox.withPause(box.withoutPause(best), nextPause(bestNanos)));
  }

  private long nextPause(long bestNanos) {
    boolean tooLong = bestNanos > 0 && reference.overBudget() && !reference.sinkLate();
    return tooLong ? pauses.shorter(bestNanos) : pauses.propose(bestNanos);
  }

  private Trial limitsTrial() {
    FlushLimits proposed =
        windowsWithoutTrial < exploration.periodWindows() - 1 ? null : exploration.propose(best);
    return proposed == null ? null : new Trial(proposed);
  }

  private boolean isPauseTrial() {
    return trial.limits().idlePauseNanos() != best.idlePauseNanos();
  }

  private LimitsComparison compare(Window tried, Window incumbent) {
    if (!isPauseTrial()) {
      return LimitsComparison.of(tried, incumbent);
    }
    return tried.sinkLate()
        ? LimitsComparison.INCONCLUSIVE // It is not the pause that made it late.
        : LimitsComparison.ofPauses(tried, incumbent);
  }

  private FlushLimits trialSeen(Window window) {
    boolean neighbours = reference != null && window.follows(reference);
    LimitsComparison comparison =
        neighbours ? compare(window, reference) : LimitsComparison.INCONCLUSIVE;
    boolean better = comparison == LimitsComparison.BETTER;
    if (better && (trial.promising() != null || isClear(window))) {
      return promote(window);
    }
    if (better) {
      trial.promising(window);
    } else if (comparison != LimitsComparison.INCONCLUSIVE || trial.inconclusiveTooOften()) {
      abandon(window);
    }
    return best;
  }

  private boolean isClear(Window tried) {
    return isPauseTrial() && LimitsComparison.isClear(tried, reference, box.budgetNanos());
  }

  private void judgeAfterwards(Window incumbent) {
    LimitsComparison comparison = compare(trial.promising(), incumbent);
    if (comparison == LimitsComparison.NOT_BETTER || comparison == LimitsComparison.HURTS) {
      abandon(trial.promising());
    }
  }

  private void abandon(Window seen) {
    if (isPauseTrial()) {
      pauses.failed();
    } else if (seen.overBudget()) {
      exploration.overshot();
    } else {
      exploration.failed();
    }
    trial = null;
    windowsWithoutTrial = 0;
  }

  /** The window that decided is the new incumbent's first, so the next trial may follow it. */
  private FlushLimits promote(Window window) {
    if (isPauseTrial()) {
      pauses.promoted();
    } else {
      exploration.promoted();
    }
    best = trial.limits();
    costs = new LevelCosts(null, costs.unpaused());
    expectation.clear();
    if (trial.promising() != null) {
      expectation.observe(trial.promising());
    }
    expectation.observe(window);
    regressionsInRow = 0;
    trial = null;
    reference = window;
    windowsWithoutTrial = 1;
    return trialOrBest();
  }

  Learned learned() {
    return new Learned(
        best, expectation.latest(), observations, exploration.cooling(), pauses.failures());
  }

  /** Goes on from what was learned earlier, as far as this level's limits allow. */
  void restore(Learned learned) {
    LimitsCost unpaused = costs.unpaused();
    reset();
    if (learned.equals(Learned.FORGOTTEN)) {
      return;
    }
    costs = new LevelCosts(null, unpaused);
    best = box.clamp(learned.best());
    restored = !best.equals(box.bootstrap());
    observations = Math.max(0, learned.observations());
    exploration.cooling(learned.cooling());
    pauses.restore(learned.pauseFailures());
    if (learned.expected() != null && best.equals(learned.best())) {
      expectation.restore(learned.expected());
    }
  }

  /** Shows what windows before the start have shown. */
  void restore(LevelCosts seenEarlier) {
    costs = seenEarlier;
  }

  /** Forgets everything. */
  void reset() {
    best = box.bootstrap();
    costs = LevelCosts.NONE;
    expectation.clear();
    observations = 0;
    reference = null;
    trial = null;
    windowsWithoutTrial = 0;
    regressionsInRow = 0;
    restored = false;
    exploration.cooling(0);
    pauses.restore(0);
  }

  LevelStatus status() {
    ExpectedCost.Average expected = expectation.latest();
    return new LevelStatus(
        box.level(),
        best,
        expected == null ? 0 : expected.score(),
        observations,
        trial == null ? null : trial.limits(),
        regressionsInRow > 0,
        box.budgetNanos(),
        costs);
  }
}
