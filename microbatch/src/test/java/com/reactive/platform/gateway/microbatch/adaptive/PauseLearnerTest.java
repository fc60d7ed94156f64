package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a level learns of H, window by window. */
class PauseLearnerTest {
  private static final long MILLI = 1_000_000;
  private static final long WALL_NANOS = 10_000 * MILLI;
  private static final long EVENTS = 50_000;
  private static final OutsideCost OUTSIDE = new OutsideCost(100_000, 0);

  private final LimitsBox box = LimitsBox.of(Windows.LEVEL, 20 * MILLI, 1 << 20).withPauses(true);
  private LevelLearner learner;
  private FlushLimits served;
  private long windows;

  @BeforeEach
  void coldStart() {
    CalibrationConfig config = Windows.config(2).withPausing(true).withOutsideCost(OUTSIDE);
    learner = new LevelLearner(box, config, new Exploration(box, new SplittableRandom(1)));
    served = learner.best();
  }

  @Test
  void aPauseThatClearlySavesRequestsOutsideIsLearnedFromOneWindow() {
    assertThat(served.idlePauseNanos()).isZero();
    window(EVENTS, 2 * MILLI, 20_000);
    assertThat(served.idlePauseNanos()).as("on trial").isEqualTo(8 * MILLI);
    assertThat(served.flushIntervalNanos()).as("T").isGreaterThanOrEqualTo(8 * MILLI);
    window(EVENTS, 9 * MILLI, 1_000);
    assertThat(learner.best().idlePauseNanos()).isEqualTo(8 * MILLI);
    assertThat(served.idlePauseNanos()).as("next").isEqualTo(16 * MILLI);
    assertThat(served.flushIntervalNanos()).isEqualTo(16 * MILLI);
  }

  @Test
  void aPauseThatSavesLessHasToWinTwice() {
    window(EVENTS, 2 * MILLI, 8_000);
    window(EVENTS, 9 * MILLI, 4_000);
    assertThat(learner.best().idlePauseNanos()).as("after one window").isZero();
    window(EVENTS, 2 * MILLI, 8_000);
    assertThat(served.idlePauseNanos()).as("on trial again").isEqualTo(8 * MILLI);
    window(EVENTS, 9 * MILLI, 4_000);
    assertThat(learner.best().idlePauseNanos()).isEqualTo(8 * MILLI);
  }

  @Test
  void aPauseThatLeavesLittleOfTheBudgetHasToWinTwice() {
    window(EVENTS, 2 * MILLI, 20_000);
    window(EVENTS, 16 * MILLI, 1_000);
    assertThat(learner.best().idlePauseNanos()).as("after one window").isZero();
    window(EVENTS, 2 * MILLI, 20_000);
    window(EVENTS, 16 * MILLI, 1_000);
    assertThat(learner.best().idlePauseNanos()).isEqualTo(8 * MILLI);
  }

  /** Not all other pauses first. */
  @Test
  void aPauseThatIsTooLongForItsBudgetIsShortened() {
    learner.restore(new Learned(new FlushLimits(1 << 20, 16 * MILLI, 16 * MILLI), null, 9, 0, 0));
    served = learner.best();
    while (served.equals(learner.best())) {
      window(EVENTS, 25 * MILLI, 1_000);
    }
    assertThat(served.idlePauseNanos()).isEqualTo(8 * MILLI);
    window(EVENTS, 9 * MILLI, 1_500);
    window(EVENTS, 25 * MILLI, 1_000);
    window(EVENTS, 9 * MILLI, 1_500);
    assertThat(learner.best().idlePauseNanos()).isEqualTo(8 * MILLI);
  }

  @Test
  void ofLikeCostsTheLowerLatencyWins() {
    learner.restore(new Learned(new FlushLimits(1 << 20, 8 * MILLI, 8 * MILLI), null, 9, 0, 3));
    served = learner.best();
    while (served.equals(learner.best())) {
      window(EVENTS, 9 * MILLI, 1_000);
    }
    assertThat(served.idlePauseNanos()).isEqualTo(4 * MILLI);
    window(EVENTS, 5 * MILLI, 1_100);
    window(EVENTS, 9 * MILLI, 1_000);
    window(EVENTS, 5 * MILLI, 1_100);
    assertThat(learner.best().idlePauseNanos()).isEqualTo(4 * MILLI);
  }

  @Test
  void aPauseThatCostsRateIsNotLearnedHoweverCheap() {
    window(EVENTS, 2 * MILLI, 20_000);
    FlushLimits trial = served;
    window(EVENTS * 85 / 100, 9 * MILLI, 1_000);
    assertThat(learner.best().idlePauseNanos()).isZero();
    window(EVENTS, 2 * MILLI, 20_000);
    assertThat(served).isNotEqualTo(trial);
  }

  @Test
  void aWindowThatIsLateThroughTheSinkAloneSaysNothing() {
    window(EVENTS, 2 * MILLI, 20_000);
    FlushLimits trial = served;
    observe(EVENTS, 40 * MILLI, 8 * MILLI, 1_000, WALL_NANOS);
    window(EVENTS, 2 * MILLI, 20_000);
    assertThat(served).as("on trial again").isEqualTo(trial);
  }

  /** Every other window is late, as on a machine with other work: of neither kind more often. */
  @Test
  void lateWindowsOfAMachineWithOtherWorkDoNotKeepAPauseFromBeingLearned() {
    window(EVENTS, 2 * MILLI, 20_000);
    for (int i = 0; i < 8 && learner.best().idlePauseNanos() == 0; i++) {
      boolean trial = !served.equals(learner.best());
      long disturbed = i % 3 > 0 ? 40 * MILLI : 0;
      observe(
          EVENTS,
          disturbed + (trial ? 9 : 2) * MILLI,
          trial ? 8 * MILLI : MILLI,
          trial ? 1_000 : 20_000,
          WALL_NANOS);
    }
    assertThat(learner.best().idlePauseNanos()).isEqualTo(8 * MILLI);
  }

  @Test
  void aBadTrialNeedNotLast() {
    window(EVENTS, 2 * MILLI, 20_000);
    long second = 1_000 * MILLI;
    assertThat(isHopeless(EVENTS / 10, 9 * MILLI, second)).isFalse();
    assertThat(isHopeless(EVENTS / 10 * 8 / 10, 9 * MILLI, second)).as("rate").isTrue();
    assertThat(isHopeless(EVENTS / 10, 25 * MILLI, second)).as("may be chance").isFalse();
    assertThat(isHopeless(EVENTS / 10, 45 * MILLI, second)).as("even so").isFalse();
    assertThat(isHopeless(EVENTS / 10 * 3, 25 * MILLI, 3 * second)).as("over budget").isTrue();
    served = learner.best();
    assertThat(isHopeless(EVENTS / 100, 45 * MILLI, second)).as("the incumbent").isFalse();
  }

  @Test
  void aTrialThatIsClearlyDearerNeedNotLast() {
    learner.restore(new Learned(new FlushLimits(1 << 20, 8 * MILLI, 8 * MILLI), null, 9, 0, 1));
    served = learner.best();
    while (served.equals(learner.best())) {
      window(EVENTS, 9 * MILLI, 1_000);
    }
    assertThat(served.idlePauseNanos()).isEqualTo(4 * MILLI);
    long seconds = 3_000 * MILLI;
    long events = EVENTS / 10 * 3;
    assertThat(learner.isHopeless(seen(events, MILLI, MILLI, 600, seconds))).isFalse();
    assertThat(learner.isHopeless(seen(events, MILLI, MILLI, 6_000, seconds - 1))).isFalse();
    assertThat(learner.isHopeless(seen(events, MILLI, MILLI, 6_000, seconds))).isTrue();
  }

  /** T grows with H, and shrinks with it. */
  @Test
  void aShorterPauseHasTheIntervalOfTheStart() {
    long start = learner.bootstrap().flushIntervalNanos();
    learner.restore(new Learned(new FlushLimits(1 << 20, 16 * MILLI, 16 * MILLI), null, 9, 0, 0));
    served = learner.best();
    while (served.equals(learner.best())) {
      window(EVENTS, 9 * MILLI, 1_000);
    }
    assertThat(served).isEqualTo(new FlushLimits(1 << 20, Math.max(8 * MILLI, start), 8 * MILLI));
    assertThat(start).isLessThan(16 * MILLI);
  }

  @Test
  void whileTheSinkIsTooSlowNAndTAreTriedAndHStays() {
    for (int i = 0; i < 20; i++) {
      served = learner.observe(Windows.saturated(served, EVENTS), ++windows);
      assertThat(served.idlePauseNanos()).isZero();
    }
  }

  private boolean isHopeless(long events, long p99Nanos, long wallNanos) {
    return learner.isHopeless(seen(events, p99Nanos, p99Nanos, 100, wallNanos));
  }

  private void window(long events, long p99Nanos, long requests) {
    observe(events, p99Nanos, p99Nanos, requests, WALL_NANOS);
  }

  private void observe(long events, long p99, long waitP99, long requests, long wallNanos) {
    served = learner.observe(seen(events, p99, waitP99, requests, wallNanos), ++windows);
  }

  private Observation seen(long events, long p99, long waitP99, long requests, long wallNanos) {
    return new Observation(
        Windows.LEVEL,
        served,
        events,
        events * 100,
        wallNanos,
        events * 40_000,
        p99,
        waitP99,
        requests,
        false,
        true);
  }
}
