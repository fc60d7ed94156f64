package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;

/** Simulations of the usual shape, and what must hold of every one of them. */
final class SimulationHarness {
  static final int STRIPES = 2;
  static final BatcherConfig CONFIG =
      new BatcherConfig(STRIPES, 4 << 20, 1 << 14, 1 << 20, PressureLevel.L10_MAX.budgetNanos());
  static final double FULL_LADDER_MICROS = 30e6;
  static final double TWENTY_MILLIS_MICROS = 20e3;

  static Simulation simulation(BrokerModel model, double budgetMicros, long seed) {
    return new Simulation(
        CONFIG, model, calibration(budgetMicros, seed, true), PressureLevel.L1_REALTIME);
  }

  static BatchCalibration calibration(double budgetMicros, long seed, boolean exploring) {
    return BatchCalibration.inMemory(config(budgetMicros, seed).withExploring(exploring));
  }

  static CalibrationConfig config(double budgetMicros, long seed) {
    CalibrationKey key = new CalibrationKey("simulated", 2, "", "", "");
    return CalibrationConfig.of(key, budgetMicros)
        .withMaxFlushBytes(CONFIG.flushBytes())
        .withSeed(seed);
  }

  static String describe(Simulation simulation, long seed) {
    return "seed %d%n%s%n".formatted(seed, simulation);
  }

  /** No fault so far, and nothing lost or left behind. */
  static void assertSound(Simulation simulation, long seed) {
    BatcherStats stats = simulation.stats();
    assertThat(simulation.faults()).as(describe(simulation, seed)).isEmpty();
    assertThat(stats.pendingMessages()).isEqualTo(simulation.open());
    assertThat(stats.acceptedMessages()).isGreaterThan(0);
  }

  private SimulationHarness() {}
}
