package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExplorationTest {
  private static final LimitsBox BOX =
      LimitsBox.of(PressureLevel.L9_EXTREME, Long.MAX_VALUE, 64 << 20);
  private static final FlushLimits MIDDLE = new FlushLimits(1 << 18, 80_000_000);

  private final Exploration exploration = new Exploration(BOX, new SplittableRandom(3));

  @ParameterizedTest
  @CsvSource({"0, 2", "15, 2", "16, 4", "23, 4", "24, 8", "31, 8", "32, 16", "40, 16"})
  void triesEverMoreRarely(int failures, int periodWindows) {
    fail(failures);

    assertThat(exploration.periodWindows()).isEqualTo(periodWindows);
  }

  @Test
  void coolingIsBoundedSoThatAPromotionCanBeSeen() {
    fail(100);
    assertThat(exploration.cooling()).isEqualTo(Exploration.MAX_COOLING);

    exploration.promoted();
    assertThat(exploration.cooling()).isEqualTo(Exploration.MAX_COOLING - 4);

    exploration.cooling(1);
    exploration.promoted();
    assertThat(exploration.cooling()).isZero();
  }

  @Test
  void aRegressionBringsExplorationBack() {
    fail(40);
    exploration.regressed();

    assertThat(exploration.periodWindows()).isEqualTo(2);
  }

  @Test
  void stepsAreWideAtFirstAndNarrowLater() {
    assertThat(medianOctaves()).isEqualTo(3);

    fail(40);
    assertThat(medianOctaves()).isBetween(0.125, 1.0);
  }

  @Test
  void aFifthOfTheTrialsIsAnywhere() {
    fail(40);
    int far = 0;
    for (int i = 0; i < 2_000; i++) {
      far += octaves(exploration.propose(MIDDLE)) > 1 ? 1 : 0;
    }
    assertThat(far).isBetween(250, 450); // a few of them are near by chance
  }

  @Test
  void theWayOfAPromotionIsTakenAgain() {
    int repeated = 0;
    for (int i = 0; i < 500; i++) {
      FlushLimits first = exploration.propose(MIDDLE);
      exploration.promoted();
      repeated += exploration.propose(MIDDLE).equals(first) ? 1 : 0;
    }
    assertThat(repeated).isGreaterThan(250); // 0.8 x 0.8; by chance it would be 50
  }

  @Test
  void theWayBeyondTheBudgetIsTakenHalfAsFar() {
    int halved = 0;
    for (int i = 0; i < 500; i++) {
      exploration.cooling(0);
      double first = octaves(exploration.propose(MIDDLE));
      exploration.overshot();
      double second = octaves(exploration.propose(MIDDLE));
      halved += Math.abs(second - first / 2) < 0.01 ? 1 : 0;
    }
    assertThat(halved).isGreaterThan(250);
  }

  @Test
  void neverProposesTheBestItself() {
    LimitsBox narrow = new LimitsBox(PressureLevel.L1_REALTIME, 500_000, 1026);
    Exploration cramped = new Exploration(narrow, new SplittableRandom(1));
    for (int i = 0; i < 200; i++) {
      assertThat(cramped.propose(new FlushLimits(1025, 500_000)))
          .isNotEqualTo(new FlushLimits(1025, 500_000));
    }
  }

  @Test
  void aBoxOfOnePointHasNothingToTry() {
    LimitsBox point = new LimitsBox(PressureLevel.L1_REALTIME, 500_000, 1024);

    assertThat(new Exploration(point, new SplittableRandom(1)).propose(point.bootstrap())).isNull();
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      exploration.failed();
    }
  }

  private double medianOctaves() {
    return IntStream.range(0, 401)
        .mapToDouble(i -> octaves(exploration.propose(MIDDLE)))
        .map(octaves -> Math.round(octaves * 1e4) / 1e4)
        .sorted()
        .toArray()[200];
  }

  private static double octaves(FlushLimits limits) {
    double bytes = (double) limits.flushBytes() / MIDDLE.flushBytes();
    double nanos = (double) limits.flushIntervalNanos() / MIDDLE.flushIntervalNanos();
    return Math.max(Math.abs(Math.log(bytes)), Math.abs(Math.log(nanos))) / Math.log(2);
  }
}
