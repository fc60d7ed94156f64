package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Properties that hold for any observations; a failure names its seed. */
class CalibrationControllerTest {
  private static final CalibrationKey KEY = new CalibrationKey("host", 4, "broker", "", "acks=all");
  private static final List<PressureLevel> LEVELS = List.of(PressureLevel.values());
  private static final long[] EXTREMES = {
    Long.MIN_VALUE, -1, 0, 1, 9, 10, 1_000, 1_000_000_000, Long.MAX_VALUE
  };

  @ParameterizedTest
  @ValueSource(doubles = {0.001, 1, 300, 5_000, 20_000, 60_000_000, Double.POSITIVE_INFINITY})
  void limitsStayWithinTheBudgetAndTheSinkWhateverIsObserved(double targetMicros) {
    for (int seed = 0; seed < 30; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int maxFlushBytes = 1 << random.nextInt(10, 31);
      CalibrationConfig config =
          CalibrationConfig.of(KEY, targetMicros).withMaxFlushBytes(maxFlushBytes).withSeed(seed);
      CalibrationController controller = new CalibrationController(config);
      FlushLimits served = new FlushLimits(1, 1);
      for (int i = 0; i < 500; i++) {
        PressureLevel level = LEVELS.get(random.nextInt(LEVELS.size()));
        if (random.nextInt(50) == 0) {
          controller.restore(level, anyLearned(random));
        }
        served = random.nextBoolean() ? served : controller.best(level);
        served = controller.observe(any(level, served, random));
        assertWithin(served, level, config, seed);
        assertWithin(controller.best(level), level, config, seed);
      }
      for (LevelStatus status : controller.status()) {
        assertThat(status.expectedScore()).as("seed " + seed).isFinite().isNotNegative();
      }
    }
  }

  @Test
  void theSameSeedAndTheSameObservationsGiveTheSameLimits() {
    CalibrationConfig config = CalibrationConfig.of(KEY, 1e6).withSeed(42);
    CalibrationController one = new CalibrationController(config);
    CalibrationController other = new CalibrationController(config);
    CalibrationController third = new CalibrationController(config.withSeed(43));
    FlushLimits served = one.best(Windows.LEVEL);
    boolean differed = false;
    for (int i = 0; i < 200; i++) {
      Observation seen = Windows.scored(served, 100 + i % 7);
      served = one.observe(seen);
      assertThat(other.observe(seen)).isEqualTo(served);
      differed |= !third.observe(seen).equals(served);
    }
    assertThat(differed).isTrue();
  }

  @Test
  void levelsLearnApart() {
    CalibrationController controller = new CalibrationController(CalibrationConfig.of(KEY, 1e6));
    controller.observe(Windows.scored(controller.best(Windows.LEVEL), 100));

    assertThat(controller.learned(Windows.LEVEL).observations()).isEqualTo(1);
    assertThat(controller.learned(PressureLevel.L6_THROUGHPUT).observations()).isZero();

    controller.reset(Windows.LEVEL);
    assertThat(controller.learned(Windows.LEVEL).observations()).isZero();
  }

  private static void assertWithin(
      FlushLimits limits, PressureLevel level, CalibrationConfig config, int seed) {
    double capNanos = Math.max(1, config.targetLatencyMicros() * 1_000);
    assertThat((double) limits.flushIntervalNanos())
        .as("T of %s, seed %d", level, seed)
        .isBetween(1.0, Math.min((double) level.budgetNanos(), capNanos));
    assertThat(limits.flushBytes())
        .as("N of %s, seed %d", level, seed)
        .isBetween(1024, Math.min(config.maxFlushBytes(), 64 << 20));
  }

  private static Observation any(PressureLevel level, FlushLimits limits, SplittableRandom random) {
    return new Observation(
        level,
        limits,
        anyLong(random),
        anyLong(random),
        anyLong(random),
        anyLong(random),
        anyLong(random),
        random.nextBoolean(),
        random.nextInt(4) > 0);
  }

  private static Learned anyLearned(SplittableRandom random) {
    FlushLimits limits =
        new FlushLimits(
            random.nextInt(1, Integer.MAX_VALUE), Math.max(1, random.nextLong(Long.MAX_VALUE)));
    return new Learned(limits, null, anyLong(random), random.nextInt());
  }

  private static long anyLong(SplittableRandom random) {
    return random.nextInt(3) == 0
        ? EXTREMES[random.nextInt(EXTREMES.length)]
        : random.nextLong(1, 20_000_000_000L);
  }
}
