package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.CONFIG;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.FULL_LADDER_MICROS;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.STRIPES;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.TWENTY_MILLIS_MICROS;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Clients who wait for their answer: nobody waits T for nobody, and the level does not swing. */
class ClosedLoopTest {
  private static final long SEED = 20261122;
  private static final int CLIENTS = 64;
  private static final BrokerModel BROKER = BrokerModel.NEAR.withLatency(4 * MILLI);

  /** Twice: a client who just missed a batch waits for its end, and then for its own. */
  private static final double ROUND_TRIPS = 2.5;

  @ParameterizedTest
  @EnumSource(PressureLevel.class)
  void noLevelMakesClientsWaitMuchLongerThanTheBroker(PressureLevel level) {
    for (long thinkMillis : new long[] {0, 1, 20}) {
      FlushLimits limits = level.bootstrap();
      BatchCalibration calibration =
          new BatchCalibration(
              SimulationHarness.config(FULL_LADDER_MICROS, SEED).withExploring(false),
              RecordingStore.startingAt(limits));
      Simulation simulation = new Simulation(CONFIG, BROKER, calibration, level);
      new ClosedLoad(simulation, CLIENTS, STRIPES, thinkMillis * MILLI, SEED);
      simulation.run(2 * SECOND);

      SimulationHarness.assertSound(simulation, SEED);
      assertThat((double) simulation.latencies.getMaxValue())
          .as("think %d ms%n%s", thinkMillis, describe(simulation, SEED))
          .isLessThan(ROUND_TRIPS * BROKER.latencyNanos());
    }
  }

  /** Without it, those who are answered find the sink busy with the others, in turns forever. */
  @Test
  void clientsWhoComeBackSoonShareAFlight() {
    Simulation simulation =
        SimulationHarness.simulation(BrokerModel.NEAR, TWENTY_MILLIS_MICROS, SEED);
    new ClosedLoad(simulation, CLIENTS, STRIPES, 100 * BrokerModel.MICRO, SEED);
    simulation.run(2 * SECOND);

    SimulationHarness.assertSound(simulation, SEED);
    BatcherStats stats = simulation.stats();
    assertThat((double) stats.messages() / stats.batches())
        .as(describe(simulation, SEED))
        .isGreaterThan(0.8 * CLIENTS / STRIPES);
  }

  /** Numbers of clients for which T of the level above takes the rate back under its bound. */
  @ParameterizedTest
  @CsvSource({"64, 0, 4", "64, 20, 10", "64, 1, 30", "18, 1, 25", "8, 1, 10", "9, 1, 10"})
  void theLevelSettles(int clients, long thinkMillis, long latencyMillis) {
    for (double budgetMicros : new double[] {FULL_LADDER_MICROS, TWENTY_MILLIS_MICROS}) {
      BrokerModel model = BrokerModel.NEAR.withLatency(latencyMillis * MILLI);
      Simulation simulation = SimulationHarness.simulation(model, budgetMicros, SEED);
      new ClosedLoad(simulation, clients, STRIPES, thinkMillis * MILLI, SEED);
      simulation.run((clients == 64 ? 60 : 120) * SECOND);

      SimulationHarness.assertSound(simulation, SEED);
      assertThat(simulation.levels.oscillations()).as(describe(simulation, SEED)).isZero();
      assertThat(simulation.levels.changes()).as(describe(simulation, SEED)).isLessThan(3);
    }
  }
}
