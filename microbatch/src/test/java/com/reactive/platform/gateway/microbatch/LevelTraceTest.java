package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.FULL_LADDER_MICROS;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.STRIPES;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.TWENTY_MILLIS_MICROS;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.List;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients with rates of their own: the level follows the load, and never swings by itself. */
class LevelTraceTest {
  private static final long SEED = 20261121;

  @ParameterizedTest
  @CsvSource({
    "5, L1_REALTIME, 60",
    "40, L2_FAST, 60",
    "300, L3_LOW, 45",
    "1000, L4_MODERATE, 35",
    "5000, L5_BALANCED, 25",
    "20000, L6_THROUGHPUT, 15",
    "60000, L7_HIGH, 13"
  })
  void aSteadyLoadHasOneLevel(double rate, PressureLevel level, long seconds) {
    for (double budgetMicros : new double[] {FULL_LADDER_MICROS, TWENTY_MILLIS_MICROS}) {
      Simulation simulation = run(OpenLoad.around(rate, SEED), budgetMicros, rate, seconds);

      assertThat(simulation.levels.path())
          .as(describe(simulation, SEED))
          .isEqualTo(
              level == PressureLevel.L1_REALTIME
                  ? List.of(level)
                  : List.of(PressureLevel.L1_REALTIME, level));
      assertThat(simulation.p99Nanos())
          .as(describe(simulation, SEED))
          .isLessThanOrEqualTo(Math.min(level.budgetNanos(), Math.round(budgetMicros * 1_000)));
    }
  }

  @ParameterizedTest
  @ValueSource(doubles = {10, 100, 500, 2_000, 10_000})
  void aLoadAtABoundDoesNotSwing(double bound) {
    Simulation simulation =
        run(OpenLoad.around(bound, SEED), FULL_LADDER_MICROS, bound, bound > 1_000 ? 45 : 200);

    assertThat(simulation.levels.oscillations()).as(describe(simulation, SEED)).isZero();
    assertThat(simulation.levels.changes()).as(describe(simulation, SEED)).isLessThanOrEqualTo(2);
  }

  @ParameterizedTest
  @CsvSource({"300, 5000, 2", "1000, 20000, 2", "50, 3000, 3"})
  void aStepIsFollowedOnceUpAndOnceDown(double low, double high, int levelsBetween) {
    LongToDoubleFunction step = OpenLoad.step(low, high, 33 * SECOND, 78 * SECOND);
    Simulation simulation = run(step, FULL_LADDER_MICROS, high, 140);

    assertThat(simulation.levels.changes())
        .as(describe(simulation, SEED))
        .isLessThanOrEqualTo(1 + 2 * levelsBetween);
    assertThat(simulation.levels.level()).isEqualTo(level(low));
    assertThat(simulation.levels.path()).contains(level(high));
  }

  @ParameterizedTest
  @ValueSource(doubles = {50, 400, 1_000})
  void aBurstRaisesTheLevelAtMostOnce(double rate) {
    Simulation simulation = run(OpenLoad.bursts(rate, 20), FULL_LADDER_MICROS, rate, 185);

    int bursts = 6;
    assertThat(simulation.levels.rises(15 * SECOND))
        .as(describe(simulation, SEED))
        .isLessThanOrEqualTo(bursts);
    assertThat(simulation.levels.changes())
        .as(describe(simulation, SEED))
        .isLessThanOrEqualTo(1 + 2 * bursts);
  }

  @ParameterizedTest
  @ValueSource(longs = {SEED, SEED + 1})
  void aDayGoesUpTheLevelsAndDownAgain(long seed) {
    LongToDoubleFunction day = OpenLoad.diurnal(60, 6_000, 400 * SECOND);
    Simulation simulation =
        SimulationHarness.simulation(BrokerModel.NEAR, FULL_LADDER_MICROS, seed);
    new OpenLoad(simulation, day, STRIPES, 4, seed);
    simulation.run(400 * SECOND);

    SimulationHarness.assertSound(simulation, seed);
    assertThat(simulation.levels.oscillations()).as(describe(simulation, seed)).isZero();
    assertThat(simulation.levels.changes()).as(describe(simulation, seed)).isLessThanOrEqualTo(8);
  }

  private static Simulation run(
      LongToDoubleFunction rate, double budgetMicros, double highest, long seconds) {
    Simulation simulation = SimulationHarness.simulation(BrokerModel.NEAR, budgetMicros, SEED);
    int clump = highest > 10_000 ? 32 : highest > 1_500 ? 4 : 1;
    new OpenLoad(simulation, rate, STRIPES, clump, SEED);
    simulation.run(seconds * SECOND);
    SimulationHarness.assertSound(simulation, SEED);
    return simulation;
  }

  private static PressureLevel level(double eventsPerSecond) {
    return PressureLevel.fromRequestRate(Math.round(eventsPerSecond * 10));
  }
}
