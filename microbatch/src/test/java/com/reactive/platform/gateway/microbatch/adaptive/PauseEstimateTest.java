package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PauseEstimateTest {
  private static final long MILLI = 1_000_000;
  private static final LimitsBox BOX =
      LimitsBox.of(PressureLevel.L5_BALANCED, 20 * MILLI, 1 << 20).withPauses(true);
  private static final OutsideCost OUTSIDE = new OutsideCost(75_000, 3_500_000);

  @Test
  void manySmallRequestsSuggestALongPause() {
    assertThat(estimate(50_000, 35_000, MILLI)).isEqualTo(16 * MILLI);
  }

  @Test
  void theBudgetLeavesRoomForTheP99OfNow() {
    assertThat(estimate(50_000, 35_000, 5 * MILLI)).isEqualTo(4 * MILLI);
    assertThat(estimate(50_000, 35_000, 20 * MILLI)).isZero();
  }

  @Test
  void aPauseThatGathersNothingIsNone() {
    assertThat(estimate(1_000, 1_000, MILLI)).isZero();
  }

  @Test
  void fullRequestsNeedNoPause() {
    assertThat(estimate(500_000, 1_000, MILLI)).isZero();
  }

  @Test
  void nothingOutsideOrNoRoomMeansNone() {
    Observation seen = seen(50_000, 35_000, MILLI);
    assertThat(PauseEstimate.of(seen, BOX, OutsideCost.NONE, 2)).isZero();
    assertThat(PauseEstimate.of(seen, BOX.withPauses(false), OUTSIDE, 2)).isZero();
    LimitsBox oneMilli = LimitsBox.of(PressureLevel.L5_BALANCED, MILLI, 1 << 20).withPauses(true);
    assertThat(PauseEstimate.of(seen, oneMilli, OUTSIDE, 2)).isZero();
  }

  private static long estimate(long events, long requests, long p99Nanos) {
    return PauseEstimate.of(seen(events, requests, p99Nanos), BOX, OUTSIDE, 2);
  }

  private static Observation seen(long events, long requests, long p99Nanos) {
    return new Observation(
        PressureLevel.L5_BALANCED,
        BOX.bootstrap(),
        events,
        events * 200,
        10_000 * MILLI,
        5_000 * MILLI,
        p99Nanos,
        -1,
        requests,
        false,
        true);
  }
}
