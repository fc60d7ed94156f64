package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L3_LOW;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L4_MODERATE;
import static com.reactive.platform.gateway.microbatch.adaptive.PressureLevel.L5_BALANCED;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LoadSample;
import com.reactive.platform.gateway.microbatch.adaptive.Loads;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AdaptationTest {
  private static final long TICK_NANOS = 500_000_000;
  private static final int TICKS_PER_WINDOW = 20;
  private static final FlushLimits START = new FlushLimits(4_000, 3_000_000);

  private record Applied(PressureLevel level, FlushLimits limits) {}

  private final RecordingStore store = RecordingStore.startingAt(START);
  private final List<Applied> applied = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong(-1);
  private final AtomicLong cpuNanos = new AtomicLong();
  private final WindowMeter meter = new WindowMeter(nanos::get, cpuNanos::get);
  private BatchCalibration calibration;
  private LoadSample load = Loads.of(1_000, 50_000, 0, 0);

  @Test
  void itBeginsWithTheBestLimitsOfTheInitialLevel() {
    adaptation(false);

    assertThat(applied).containsExactly(new Applied(L4_MODERATE, START));
    assertThat(store.seen).isEmpty();
  }

  @Test
  void aSteadyWindowIsObservedOnceWithItsFigures() {
    Adaptation adaptation = adaptation(false);
    for (int i = 0; i < TICKS_PER_WINDOW; i++) {
      assertThat(store.seen).isEmpty();
      tick(adaptation, 500);
    }
    tick(adaptation, 500);

    assertThat(store.seen)
        .containsExactly(
            new Observation(
                L4_MODERATE,
                START,
                10_000,
                500_000,
                Adaptation.WINDOW_NANOS,
                20_000_000,
                999_423,
                false,
                true));
    assertThat(applied).hasSize(2).allMatch(new Applied(L4_MODERATE, START)::equals);
  }

  @Test
  void limitsOnTrialAreAppliedAndObservedAsWhatTheyAre() {
    Adaptation adaptation = adaptation(true);
    window(adaptation, 500);
    FlushLimits trial = applied.get(1).limits();
    assertThat(trial).isNotEqualTo(START);
    assertThat(calibration.status().level(L4_MODERATE).trial()).isEqualTo(trial);

    window(adaptation, 500);
    assertThat(store.seen).extracting(Observation::limits).containsExactly(START, trial);
    assertThat(calibration.status().level(L4_MODERATE).observations()).isEqualTo(2);
  }

  @Test
  void aChangeOfLevelTeachesNothingAndAppliesTheBestOfTheNewLevel() {
    Adaptation adaptation = adaptation(true);
    window(adaptation, 2_000);

    assertThat(store.seen).isEmpty();
    assertThat(applied)
        .containsExactly(
            new Applied(L4_MODERATE, START),
            new Applied(L5_BALANCED, calibration.getBestConfigForPressure(L5_BALANCED)));

    window(adaptation, 2_000);
    assertThat(store.seen).extracting(Observation::level).containsExactly(L5_BALANCED);
    assertThat(store.seen.get(0).events()).isEqualTo(40_000);
  }

  @Test
  void aTrialEndsWithItsLevel() {
    Adaptation adaptation = adaptation(true);
    window(adaptation, 500);
    window(adaptation, 100);

    assertThat(applied).last().isEqualTo(new Applied(L3_LOW, START));
    assertThat(store.seen).hasSize(1);
  }

  @Test
  void aStripeHalfFullRaisesTheLevelAtOnce() {
    Adaptation adaptation = adaptation(false);
    tick(adaptation, 2_000, 0, 0.49);
    assertThat(applied).hasSize(1);

    tick(adaptation, 2_000, 0, 0.5);
    assertThat(applied).last().isEqualTo(new Applied(L5_BALANCED, START));
  }

  @Test
  void aRefusedSubmitRaisesTheLevelAtOnceThough() {
    load = Loads.of(1_000, 50_000, 7, 0);
    Adaptation adaptation = adaptation(false);
    tick(adaptation, 2_000, 0, 0);
    assertThat(applied).as("refused before it began").hasSize(1);

    tick(adaptation, 2_000, 1, 0);
    assertThat(applied).last().isEqualTo(new Applied(L5_BALANCED, START));
  }

  @Test
  void refusalsOfALevelsOwnLoadMakeItsWindowSaturated() {
    Adaptation adaptation = adaptation(false);
    for (int i = 0; i < TICKS_PER_WINDOW; i++) {
      tick(adaptation, 500, i == 3 ? 2 : 0, 0.9);
    }
    assertThat(store.seen).extracting(Observation::saturated).containsExactly(true);
    window(adaptation, 500);
    assertThat(store.seen).extracting(Observation::saturated).containsExactly(true, false);
  }

  private Adaptation adaptation(boolean exploring) {
    CalibrationConfig config = SimulationHarness.config(30e6, 1).withExploring(exploring);
    calibration = new BatchCalibration(config, store);
    return new Adaptation(
        () -> load,
        (level, limits) -> applied.add(new Applied(level, limits)),
        calibration,
        meter,
        nanos::get,
        L4_MODERATE);
  }

  private void window(Adaptation adaptation, int messagesPerTick) {
    for (int i = 0; i < TICKS_PER_WINDOW; i++) {
      tick(adaptation, messagesPerTick);
    }
  }

  private void tick(Adaptation adaptation, int messages) {
    tick(adaptation, messages, 0, 0);
  }

  /** Half a second in which so many messages of 50 bytes come, and go within a millisecond. */
  private void tick(Adaptation adaptation, int messages, int refused, double fill) {
    nanos.addAndGet(TICK_NANOS);
    cpuNanos.addAndGet(1_000_000);
    meter.completed(nanos.get() - 999_423, messages);
    load =
        Loads.of(
            load.acceptedMessages() + messages,
            load.sentBytes() + 50L * messages,
            load.refusedFull() + refused,
            fill);
    adaptation.tick();
  }
}
