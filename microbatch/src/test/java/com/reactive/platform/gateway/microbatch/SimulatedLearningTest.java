package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.FULL_LADDER_MICROS;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.STRIPES;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.Adaptation;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.gateway.microbatch.adaptive.Windows;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Batcher, detector, meter and calibration together: from limits that are far off, the best limits
 * come within a tenth of the best that a sweep of the same simulation finds.
 */
class SimulatedLearningTest {
  /** A window is 10 s, so these are seven minutes. */
  private static final int WINDOWS_TO_LEARN = 42;

  private static final double WITHIN = 0.9;
  private static final PressureLevel LEVEL = PressureLevel.L4_MODERATE;
  private static final long SEED = 20261124;
  private static final BrokerModel NEAR =
      new BrokerModel(5, 8 * MILLI, 50 * MICRO, 5, 200 * MICRO, 1_000);

  private static final BrokerModel FAR =
      new BrokerModel(5, 30 * MILLI, 50 * MICRO, 5, 200 * MICRO, 1_000);

  /** A hundredth of the longest T, and less than that of an N that fits. */
  private static final FlushLimits START = new FlushLimits(1 << 10, 500 * MICRO);

  /** Puts the load on a simulation. */
  @FunctionalInterface
  interface Load {
    void on(Simulation simulation);
  }

  private static void open(Simulation simulation) {
    new OpenLoad(simulation, OpenLoad.around(1_500, SEED), STRIPES, 1, SEED);
  }

  private static void closed(Simulation simulation) {
    new ClosedLoad(simulation, 64, STRIPES, 30 * MILLI, SEED);
  }

  static Stream<Arguments> starts() {
    Load open = SimulatedLearningTest::open;
    Load closed = SimulatedLearningTest::closed;
    return Stream.of(
        Arguments.of("open", open, NEAR),
        Arguments.of("closed", closed, NEAR),
        Arguments.of("open, far broker, a backlog at first", open, FAR));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("starts")
  void learnsThroughTheWholeLoop(String name, Load load, BrokerModel broker) {
    double bestScore = 0;
    for (int flushBytes = 1 << 10; flushBytes <= 1 << 18; flushBytes <<= 8) {
      for (long nanos = 500 * MICRO; nanos <= LEVEL.budgetNanos(); nanos *= 2) {
        bestScore = Math.max(bestScore, score(load, broker, new FlushLimits(flushBytes, nanos)));
      }
    }
    BatchCalibration calibration = calibration(RecordingStore.startingAt(START), true);
    Simulation simulation = simulation(load, broker, calibration);
    simulation.run(WINDOWS_TO_LEARN * Adaptation.WINDOW_NANOS);
    FlushLimits learned = calibration.getBestConfigForPressure(LEVEL);

    SimulationHarness.assertSound(simulation, SEED);
    assertThat(score(load, broker, START)).as("the start").isLessThan(0.6 * bestScore);
    assertThat(score(load, broker, learned))
        .as("learned %s%n%s", learned, SimulationHarness.describe(simulation, SEED))
        .isGreaterThan(WITHIN * bestScore);
  }

  /** The score of a window with these limits in force. */
  private static double score(Load load, BrokerModel broker, FlushLimits limits) {
    RecordingStore store = RecordingStore.startingAt(limits);
    Simulation simulation = simulation(load, broker, calibration(store, false));
    simulation.run(Adaptation.WINDOW_NANOS + MILLI);
    return Windows.score(store.seen.get(0), LEVEL.budgetNanos(), 2);
  }

  private static Simulation simulation(
      Load load, BrokerModel broker, BatchCalibration calibration) {
    Simulation simulation = new Simulation(SimulationHarness.CONFIG, broker, calibration, LEVEL);
    load.on(simulation);
    return simulation;
  }

  private static BatchCalibration calibration(RecordingStore store, boolean exploring) {
    return new BatchCalibration(
        SimulationHarness.config(FULL_LADDER_MICROS, SEED).withExploring(exploring), store);
  }
}
