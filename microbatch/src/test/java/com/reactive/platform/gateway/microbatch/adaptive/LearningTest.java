package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * From limits that are off by a factor of 100, up or down, calibration comes within a tenth of the
 * best that a sweep of the whole model finds, and stays there. A window is 10 s: half of the runs
 * have to be there within 75 windows, which are 13 minutes, and practically all within 360, which
 * are an hour. Of chance there is always one that takes longer, but none may be far off by then.
 */
class LearningTest {
  private static final int WINDOWS_TO_LEARN = 360;
  private static final int MEDIAN_WINDOWS_TO_LEARN = 75;
  private static final int WINDOWS_LEARNED = 600;
  private static final double WITHIN = 0.9;
  private static final double NEVER_WORSE = 0.75;
  private static final double SHARE_OF_RUNS = 0.98;
  private static final double NOISE = 0.05;
  private static final int SEEDS = 25;
  private static final int CORNERS = 4;
  private static final double OCTAVES_OFF = Math.log(100) / Math.log(2);

  static Stream<Named<SinkModel>> models() {
    return Stream.of(
        Named.of("CPU-bound, dear batches", cpuBound()),
        Named.of("CPU-bound, small cache", cpuBoundSmallCache()),
        Named.of("latency-bound, a slow sink", latencyBound()),
        Named.of("latency-bound, small events", latencyBoundSmallEvents()),
        Named.of("saturated, a far sink", saturated()),
        Named.of("saturated, dear bytes", saturatedDearBytes()));
  }

  @ParameterizedTest
  @MethodSource("models")
  void comesWithinATenthOfTheBestFromFarOff(SinkModel model) {
    LimitsBox box = box(model);
    FlushLimits optimum = model.sweep(box);
    double best = model.score(optimum, box.budgetNanos());
    int within = 0;
    for (int corner = 0; corner < CORNERS; corner++) {
      FlushLimits start = cornerOff(box, optimum, corner);
      List<Integer> windows = new ArrayList<>();
      for (int seed = 0; seed < SEEDS; seed++) {
        Run run = new Run(model, box, start, seed);
        windows.add(run.until(WITHIN * best));
        run.untilWindow(WINDOWS_TO_LEARN);
        assertThat(run.score())
            .as("from %s, seed %d", start, seed)
            .isGreaterThan(NEVER_WORSE * best);
        within += run.score() >= WITHIN * best ? 1 : 0;
      }
      Collections.sort(windows);
      assertThat(windows.get(SEEDS / 2)).isLessThanOrEqualTo(MEDIAN_WINDOWS_TO_LEARN);
    }
    assertThat(within).isGreaterThanOrEqualTo((int) (SHARE_OF_RUNS * CORNERS * SEEDS));
  }

  @ParameterizedTest
  @MethodSource("models")
  void onceLearnedItRarelyChanges(SinkModel model) {
    LimitsBox box = box(model);
    int changes = 0;
    int trials = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(model, box, model.sweep(box), seed);
      run.untilWindow(WINDOWS_TO_LEARN);
      int changesBefore = run.changes;
      int trialsBefore = run.trials;
      run.untilWindow(WINDOWS_TO_LEARN + WINDOWS_LEARNED);
      changes += run.changes - changesBefore;
      trials += run.trials - trialsBefore;
    }
    assertThat((double) changes / SEEDS).as("changes in 100 minutes").isLessThan(1.5);
    assertThat((double) trials / SEEDS / WINDOWS_LEARNED).as("share of trials").isLessThan(0.12);
  }

  /** Idle costs dominate, so the score follows the load, and the limits do next to nothing. */
  @Test
  void aLoadThatWandersIsNotTakenForAnImprovement() {
    SinkModel model =
        new SinkModel(PressureLevel.L3_LOW, 250, 200, 0.1, 0, 1, 0.1, 1 << 30, 300, 0.5);
    int changes = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Run run = new Run(model, box(model), box(model).bootstrap(), seed);
      SplittableRandom load = new SplittableRandom(seed);
      for (int window = 0; window < WINDOWS_LEARNED; window++) {
        run.model = model.at(load.nextDouble(180, 320));
        run.step();
      }
      changes += run.changes;
    }
    assertThat((double) changes / SEEDS).as("changes in 100 minutes").isLessThan(1);
  }

  private static FlushLimits cornerOff(LimitsBox box, FlushLimits optimum, int corner) {
    double bytesOctaves = (corner & 1) == 0 ? OCTAVES_OFF : -OCTAVES_OFF;
    double intervalOctaves = (corner & 2) == 0 ? OCTAVES_OFF : -OCTAVES_OFF;
    return box.step(optimum, bytesOctaves, intervalOctaves);
  }

  private static LimitsBox box(SinkModel model) {
    return LimitsBox.of(model.level(), Long.MAX_VALUE, Integer.MAX_VALUE);
  }

  /** Calibration of one level at one model. */
  private static final class Run {
    private SinkModel model;
    private final LimitsBox box;
    private final LevelLearner learner;
    private final SplittableRandom noise;
    private FlushLimits served;
    private int window;
    private int changes;
    private int trials;

    Run(SinkModel model, LimitsBox box, FlushLimits start, int seed) {
      SplittableRandom seeds = new SplittableRandom(seed);
      this.model = model;
      this.box = box;
      noise = seeds.split();
      learner =
          new LevelLearner(
              box, Windows.config(SinkModel.CORES), new Exploration(box, seeds.split()));
      learner.restore(new Learned(start, null, 0, 0));
      served = start;
    }

    double score() {
      return model.score(learner.best(), box.budgetNanos());
    }

    /** The windows until the best limits first reach this score. */
    int until(double score) {
      while (score() < score && window < WINDOWS_TO_LEARN) {
        step();
      }
      return window;
    }

    void untilWindow(int last) {
      while (window < last) {
        step();
      }
    }

    private void step() {
      window++;
      FlushLimits before = learner.best();
      trials += served.equals(before) ? 0 : 1;
      served = learner.observe(model.observe(served, NOISE, noise), window);
      changes += learner.best().equals(before) ? 0 : 1;
    }
  }

  private static SinkModel cpuBound() {
    return new SinkModel(
        PressureLevel.L6_THROUGHPUT, 40_000, 500, 0.05, 200, 1, 1, 256 << 10, 1_000, 2);
  }

  private static SinkModel cpuBoundSmallCache() {
    return new SinkModel(
        PressureLevel.L5_BALANCED, 8_000, 200, 0.02, 120, 1, 3, 48 << 10, 300, 0.5);
  }

  private static SinkModel latencyBound() {
    return new SinkModel(
        PressureLevel.L4_MODERATE, 1_500, 300, 0.005, 400, 2, 1, 1 << 20, 8_000, 20);
  }

  private static SinkModel latencyBoundSmallEvents() {
    return new SinkModel(PressureLevel.L5_BALANCED, 5_000, 64, 0.01, 300, 1, 1, 1 << 20, 3_000, 20);
  }

  private static SinkModel saturated() {
    return new SinkModel(
        PressureLevel.L7_HIGH, 2_000_000, 200, 0.05, 100, 0.5, 0.5, 128 << 10, 2_000, 4);
  }

  private static SinkModel saturatedDearBytes() {
    return new SinkModel(
        PressureLevel.L6_THROUGHPUT, 1_000_000, 200, 0.05, 100, 0.5, 0.5, 32 << 10, 1_000, 10);
  }
}
