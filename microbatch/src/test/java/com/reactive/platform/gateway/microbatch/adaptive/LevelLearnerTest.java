package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LevelLearnerTest {
  private static final LimitsBox BOX = LimitsBox.of(Windows.LEVEL, Long.MAX_VALUE, 64 << 20);
  private static final long BUDGET_NANOS = Windows.LEVEL.budgetNanos();

  private final LevelLearner learner = learner(true);
  private final FlushLimits bootstrap = BOX.bootstrap();
  private long index;
  private FlushLimits served = bootstrap;

  @Test
  void startsFromTheBootstrapAndTriesSomethingAfterOneWindow() {
    assertThat(learner.best()).isEqualTo(bootstrap);

    see(100);
    assertThat(served).isNotEqualTo(bootstrap);
    assertThat(learner.best()).isEqualTo(bootstrap);
    assertThat(learner.status().trial()).isEqualTo(served);
  }

  @Test
  void aTrialSeenBetterTwiceBecomesTheBest() {
    see(100);
    FlushLimits trial = served;
    see(120);
    assertThat(served).isEqualTo(bootstrap);
    see(100);
    assertThat(served).isEqualTo(trial);
    see(120);

    assertThat(learner.best()).isEqualTo(trial);
    assertThat(learner.status().expectedScore()).isBetween(119.9, 120.1);
    assertThat(learner.learned().observations()).isEqualTo(4);
  }

  @Test
  void onceBetterIsNotEnough() {
    see(100);
    see(120);
    see(100);
    see(103);

    assertNoTrialAndBootstrap();
  }

  @Test
  void theIncumbentAfterwardsHasToAgree() {
    see(100);
    see(120);
    see(119);

    assertThat(learner.best()).isEqualTo(bootstrap);
    assertThat(learner.learned().cooling()).isEqualTo(1);
  }

  @Test
  void aTrialThatIsNotBetterIsAbandonedAfterOneWindow() {
    see(100);
    see(104);

    assertNoTrialAndBootstrap();
    assertThat(learner.learned().cooling()).isEqualTo(1);
  }

  @Test
  void aTrialBeyondTheBudgetIsAbandonedAfterOneWindowAtAnyLoad() {
    see(100);
    see(Windows.of(served, 5_000, 1_000, BUDGET_NANOS + 1, false));

    assertNoTrialAndBootstrap();
  }

  @Test
  void anotherLoadSaysNothingAndTheTrialIsSeenAgain() {
    see(100);
    FlushLimits trial = served;
    see(Windows.scored(trial, 70_000, 1_000));
    assertThat(served).isEqualTo(bootstrap);
    see(100);
    assertThat(served).isEqualTo(trial);
  }

  @Test
  void aTrialThatNeverSaysAnythingIsGivenUp() {
    for (int i = 0; i < 3; i++) {
      see(100);
      see(Windows.scored(served, 70_000, 1_000));
    }
    assertNoTrialAndBootstrap();
  }

  @Test
  void aTrialIsComparedWithANeighbourOnly() {
    see(100);
    FlushLimits trial = served;
    index += 5; // windows of other levels
    see(Windows.scored(trial, 120));
    see(100);
    assertThat(served).isEqualTo(trial);
    see(120);
    assertThat(learner.best()).isEqualTo(bootstrap); // that was the first time, not the second
  }

  @Test
  void whatCannotBeJudgedTeachesNothing() {
    see(100);
    Learned before = learner.learned();
    FlushLimits trial = served;
    see(Windows.of(trial, 9, 1, 1, false));
    assertThat(served).isEqualTo(bootstrap);
    see(Windows.unsteady(Windows.scored(bootstrap, 500)));
    see(Windows.scored(new FlushLimits(77, 77), 500)); // limits that nobody asked for

    assertThat(learner.learned()).isEqualTo(before);
    assertThat(learner.status().trial()).isEqualTo(trial);
  }

  @Test
  void trialsBecomeRareWhenTheyFailAndComeBackAfterARegression() {
    int early = failingTrials(40);
    failingTrials(600);
    int late = failingTrials(320);

    assertThat(early).isBetween(14, 20);
    assertThat(late).isBetween(19, 21); // one in 16

    while (!served.equals(bootstrap)) {
      see(10);
    }
    see(50);
    assertThat(learner.status().regression()).isTrue();
    assertThat(learner.learned().cooling()).isEqualTo(Exploration.MAX_COOLING);
    while (!served.equals(bootstrap)) {
      see(10);
    }
    see(50);
    assertThat(learner.learned().cooling()).isZero();
  }

  @Test
  void aRegressionIsOverWhenTheExpectationHasFollowed() {
    LevelLearner steady = learner(false);
    for (int i = 1; i <= 10; i++) {
      steady.observe(Windows.scored(bootstrap, 100), i);
    }
    steady.observe(Windows.scored(bootstrap, 60), 11);
    assertThat(steady.status().regression()).isTrue();
    for (int i = 12; i <= 22; i++) {
      steady.observe(Windows.scored(bootstrap, 60), i);
    }
    assertThat(steady.status().regression()).isFalse();
    assertThat(steady.status().expectedScore()).isBetween(60.0, 62.0);
  }

  @Test
  void switchedOffItServesTheBestAndStillKeepsTheExpectation() {
    LevelLearner steady = learner(false);
    for (int i = 1; i <= 100; i++) {
      assertThat(steady.observe(Windows.scored(bootstrap, 100), i)).isEqualTo(bootstrap);
    }
    assertThat(steady.status().expectedScore()).isBetween(99.9, 100.1);
    assertThat(steady.learned().observations()).isEqualTo(100);
    assertThat(steady.status().trial()).isNull();
  }

  @Test
  void restoredItGoesOnAndResetItForgets() {
    FlushLimits learnt = new FlushLimits(4096, 2_000_000);
    Learned learned = new Learned(learnt, new ExpectedCost.Average(50, 5_000, false), 70, 33);
    learner.restore(learned);
    assertThat(learner.best()).isEqualTo(learnt);
    assertThat(learner.learned()).isEqualTo(learned);

    learner.reset();
    assertThat(learner.learned()).isEqualTo(new Learned(bootstrap, null, 0, 0));
  }

  @Test
  void whatIsRestoredIsHeldWithinTheBoxAndThenExpectsNothing() {
    FlushLimits wide = new FlushLimits(1, 1_000_000_000_000L);
    learner.restore(new Learned(wide, new ExpectedCost.Average(50, 5_000, false), 70, -3));

    assertThat(learner.learned())
        .isEqualTo(new Learned(new FlushLimits(1024, BUDGET_NANOS), null, 70, 0));
  }

  /** How many of so many windows were trials, all of which fail. */
  private int failingTrials(int windows) {
    int trials = 0;
    for (int i = 0; i < windows; i++) {
      trials += served.equals(bootstrap) ? 0 : 1;
      see(served.equals(bootstrap) ? 100 : 80);
    }
    return trials;
  }

  private void assertNoTrialAndBootstrap() {
    assertThat(learner.status().trial()).isNull();
    assertThat(learner.best()).isEqualTo(bootstrap);
    assertThat(served).isEqualTo(bootstrap);
  }

  private void see(double score) {
    see(Windows.scored(served, score));
  }

  private void see(Observation seen) {
    index++;
    served = learner.observe(seen, index);
  }

  private static LevelLearner learner(boolean exploring) {
    Exploration exploration = new Exploration(BOX, new SplittableRandom(5));
    return new LevelLearner(BOX, Windows.config(4).withExploring(exploring), exploration);
  }
}
