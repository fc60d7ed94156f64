package com.reactive.platform.gateway.microbatch.adaptive;

import static com.reactive.platform.gateway.microbatch.adaptive.LevelDetector.Tick.LEVEL_CHANGED;
import static com.reactive.platform.gateway.microbatch.adaptive.LevelDetector.Tick.NOTHING;
import static com.reactive.platform.gateway.microbatch.adaptive.LevelDetector.Tick.WINDOW_ENDED;
import static com.reactive.platform.gateway.microbatch.adaptive.LevelDetector.WINDOW_NANOS;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L10_MAX;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L1_REALTIME;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L3_LOW;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L4_MODERATE;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L5_BALANCED;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L6_THROUGHPUT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LevelDetectorTest {
  private static final long START_NANOS = -3; // nanoTime may be negative
  private static final long START_MESSAGES = 1L << 40;

  private long nanos = START_NANOS;
  private long messages = START_MESSAGES;

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "L1_REALTIME")
  void aWindowAtTheBoundRaisesTheLevelAndOneMessageLessDoesNot(PressureLevel level) {
    LevelDetector below = detector(level.previous());
    assertThat(window(below, level.minRequestsPer10s() - 1)).isEqualTo(WINDOW_ENDED);
    assertThat(below.level()).isEqualTo(level.previous());

    LevelDetector at = detector(level.previous());
    assertThat(window(at, level.minRequestsPer10s())).isEqualTo(LEVEL_CHANGED);
    assertThat(at.level()).isEqualTo(level);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "L1_REALTIME")
  void onlyUnderHalfOfItsOwnBoundIsALevelLeftDownward(PressureLevel level) {
    long half = level.minRequestsPer10s() / 2;

    LevelDetector at = detector(level);
    assertThat(window(at, half)).isEqualTo(WINDOW_ENDED);
    assertThat(at.level()).isEqualTo(level);

    assertThat(window(at, half - 1)).isEqualTo(LEVEL_CHANGED);
    assertThat(at.level()).isEqualTo(PressureLevel.fromRequestRate(half - 1));
  }

  @Test
  void aWindowMovesTheLevelAsFarAsTheRateDid() {
    LevelDetector detector = detector(L1_REALTIME);
    window(detector, 100_000_000);
    assertThat(detector.level()).isEqualTo(L10_MAX);
    window(detector, 0);
    assertThat(detector.level()).isEqualTo(L1_REALTIME);
  }

  @Test
  void aWindowThatTookLongerCountsByItsRate() {
    LevelDetector longer = detector(L3_LOW);
    assertThat(tick(longer, WINDOW_NANOS * 7 / 5, 6_999, false)).isEqualTo(WINDOW_ENDED);
    assertThat(longer.level()).isEqualTo(L3_LOW);
    assertThat(tick(longer, WINDOW_NANOS * 7 / 5, 7_000, false)).isEqualTo(LEVEL_CHANGED);
    assertThat(longer.level()).isEqualTo(L4_MODERATE);
  }

  @Test
  void nothingHappensBeforeTheWindowEndsUnlessTheLoadHasJumped() {
    LevelDetector detector = detector(L3_LOW);
    assertThat(tick(detector, WINDOW_NANOS - 1, 99_999, false)).isEqualTo(NOTHING);
    assertThat(detector.level()).isEqualTo(L3_LOW);
    assertThat(tick(detector, 1, 0, false)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L5_BALANCED);
  }

  @Test
  void aJumpOfTheLoadRaisesTheLevelAtTheNextTickAsFarAsTheRateDid() {
    LevelDetector detector = detector(L3_LOW);
    assertThat(tick(detector, WINDOW_NANOS / 10, 100_000, false)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L6_THROUGHPUT.next());
    // A new window: what raised the level does not count in it.
    assertThat(tick(detector, WINDOW_NANOS / 2, 9_999_999, false)).isEqualTo(NOTHING);
  }

  @Test
  void whatComesAtOnceMakesNoRate() {
    LevelDetector detector = detector(L1_REALTIME);
    assertThat(tick(detector, WINDOW_NANOS / 20, 5_000, false)).isEqualTo(NOTHING);
    assertThat(tick(detector, WINDOW_NANOS / 20, 0, false)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L5_BALANCED);
  }

  @Test
  void aFillingStripeRaisesTheLevelAtOnceByTheRateSinceTheLastTick() {
    LevelDetector detector = detector(L3_LOW);
    assertThat(tick(detector, WINDOW_NANOS / 20, 50, false)).isEqualTo(NOTHING);
    assertThat(tick(detector, WINDOW_NANOS / 20, 1_000, true)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L5_BALANCED);
  }

  @Test
  void aFillingStripeAtTheLevelsOwnRateChangesNothing() {
    LevelDetector detector = detector(L5_BALANCED);
    assertThat(tick(detector, WINDOW_NANOS / 20, 1_000, true)).isEqualTo(NOTHING);
  }

  @Test
  void withinAWindowTheLevelNeverFalls() {
    LevelDetector detector = detector(L5_BALANCED);
    for (int i = 0; i < 19; i++) {
      assertThat(tick(detector, WINDOW_NANOS / 20, 0, true)).isEqualTo(NOTHING);
    }
    assertThat(tick(detector, WINDOW_NANOS / 20, 0, true)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L1_REALTIME);
  }

  @Test
  void aChangeBeginsAWindowOfItsOwn() {
    LevelDetector detector = detector(L3_LOW);
    tick(detector, WINDOW_NANOS - 10, 0, false);
    assertThat(tick(detector, 5, 1_000, true)).isEqualTo(LEVEL_CHANGED);

    assertThat(tick(detector, WINDOW_NANOS - 1, 0, false)).isEqualTo(NOTHING);
    assertThat(tick(detector, 1, 0, false)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L1_REALTIME);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0, 5000000", "-7, 5000000", "500000000, -1"})
  void aClockOrACountThatGoesBackIsNoRate(long elapsedNanos, long came) {
    LevelDetector detector = detector(L3_LOW);
    assertThat(tick(detector, elapsedNanos, came, true)).isEqualTo(NOTHING);
    assertThat(detector.level()).isEqualTo(L3_LOW);
  }

  @Test
  void manyMessagesInATickDoNotOverflow() {
    LevelDetector detector = detector(L1_REALTIME);
    assertThat(tick(detector, WINDOW_NANOS, 1L << 40, false)).isEqualTo(LEVEL_CHANGED);
    assertThat(detector.level()).isEqualTo(L10_MAX);
    assertThat(tick(detector, 1, 1L << 40, true)).isEqualTo(NOTHING);
  }

  private LevelDetector detector(PressureLevel level) {
    nanos = START_NANOS;
    messages = START_MESSAGES;
    return new LevelDetector(level, nanos, messages);
  }

  private LevelDetector.Tick window(LevelDetector detector, long came) {
    return tick(detector, WINDOW_NANOS, came, false);
  }

  private LevelDetector.Tick tick(
      LevelDetector detector, long elapsedNanos, long came, boolean filling) {
    nanos += elapsedNanos;
    messages += came;
    return detector.tick(nanos, messages, filling);
  }
}
