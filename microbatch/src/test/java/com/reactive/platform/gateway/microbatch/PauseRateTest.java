package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A pause costs clients who wait for their answers hardly any rate, however they think, and saves
 * requests where they do not wait; also when one load follows the other.
 */
class PauseRateTest {
  private static final long SEED = 20261123;
  private static final long PAUSE_NANOS = 8 * MILLI;
  private static final double HARDLY_LESS = 0.98;

  /** Where clients think for long, pauses must first be found to cost rate. */
  private static final long TO_FIND_OUT_NANOS = 8 * SECOND;

  private static final double LESS_WHILE_FINDING_OUT = 0.95;

  static Stream<Arguments> clientsAndPauses() {
    return Stream.of(1, 8, 64, 256, 1_024)
        .flatMap(
            clients ->
                LongStream.of(MILLI / 2, 2 * MILLI, PAUSE_NANOS)
                    .mapToObj(pause -> Arguments.of(clients, pause)));
  }

  @ParameterizedTest
  @MethodSource("clientsAndPauses")
  void clientsWhoComeBackSoonLoseNothing(int clients, long pauseNanos) {
    for (ToLongFunction<SplittableRandom> think :
        Stream.of(
                ClosedLoad.evenly(0),
                ClosedLoad.evenly(200 * MICRO),
                ClosedLoad.exponentially(200 * MICRO))
            .toList()) {
      double without = rate(clients, think, 0, SECOND / 4);
      assertThat(rate(clients, think, pauseNanos, SECOND / 4)).isGreaterThan(HARDLY_LESS * without);
    }
  }

  static Stream<Arguments> longThoughts() {
    return Stream.of(
        Arguments.of("even 2 ms", 8, ClosedLoad.evenly(2 * MILLI)),
        Arguments.of("even 2 ms", 64, ClosedLoad.evenly(2 * MILLI)),
        Arguments.of("mean 1 ms", 64, ClosedLoad.exponentially(MILLI)),
        Arguments.of("mean 5 ms", 256, ClosedLoad.exponentially(5 * MILLI)),
        Arguments.of("some late", 64, ClosedLoad.late(ClosedLoad.evenly(0), 0.03, 5 * MILLI)));
  }

  @ParameterizedTest(name = "{0}, {1} clients")
  @MethodSource("longThoughts")
  void clientsWhoThinkForLongSoonLoseNothing(
      String name, int clients, ToLongFunction<SplittableRandom> think) {
    double without = rate(clients, think, 0, SECOND / 4);
    assertThat(rate(clients, think, PAUSE_NANOS, TO_FIND_OUT_NANOS))
        .isGreaterThan(LESS_WHILE_FINDING_OUT * without);
  }

  private static double rate(
      int clients, ToLongFunction<SplittableRandom> think, long pauseNanos, long beforeNanos) {
    Simulation simulation = simulation(pauseNanos);
    ClosedLoad load = new ClosedLoad(simulation, clients, 1, think, SEED);
    simulation.run(beforeNanos);
    long before = load.completed();
    simulation.run(SECOND);
    SimulationHarness.assertSound(simulation, SEED);
    return load.completed() - before;
  }

  /** Loads of one level in turn: what holds for one must not harm the next. */
  @Test
  void oneKindOfLoadDoesNotHarmTheNext() {
    Turns without = new Turns(0);
    Turns with = new Turns(PAUSE_NANOS);
    for (int turn = 0; turn < 3; turn++) {
      double requestsWithout = without.open(10_000, 3 * SECOND);
      assertThat(with.openUntil(10_000, 0.35 * requestsWithout)).isTrue();
      double rateWithout = without.closed(256, ClosedLoad.evenly(200 * MICRO), SECOND);
      assertThat(with.closed(256, ClosedLoad.evenly(200 * MICRO), SECOND))
          .isGreaterThan(HARDLY_LESS * rateWithout);
      double slowWithout = without.closed(128, ClosedLoad.exponentially(5 * MILLI), 5 * SECOND);
      assertThat(with.closed(128, ClosedLoad.exponentially(5 * MILLI), 5 * SECOND))
          .isGreaterThan(0.9 * slowWithout);
    }
  }

  /** One simulation, with loads that follow each other. */
  private static final class Turns {
    private final Simulation simulation;
    private double eventsPerSecond;

    Turns(long pauseNanos) {
      simulation = simulation(pauseNanos);
      new OpenLoad(simulation, nanos -> eventsPerSecond, 1, 1, SEED);
    }

    /**
     * True if within some seconds there are so few requests per event: it takes a while to find out
     * that pauses cost this load nothing, if they cost the one before.
     */
    boolean openUntil(double rate, double requestsPerEvent) {
      for (long nanos = 0; nanos < 2 * TO_FIND_OUT_NANOS; nanos += SECOND) {
        if (open(rate, SECOND) < requestsPerEvent) {
          return true;
        }
      }
      return false;
    }

    /** Requests per event. */
    double open(double rate, long nanos) {
      BatcherStats before = simulation.stats();
      eventsPerSecond = rate;
      simulation.run(nanos);
      eventsPerSecond = 0;
      BatcherStats after = simulation.stats();
      SimulationHarness.assertSound(simulation, SEED);
      return (double) (after.batches() - before.batches()) / (after.messages() - before.messages());
    }

    /** Events completed. */
    double closed(int clients, ToLongFunction<SplittableRandom> think, long nanos) {
      ClosedLoad load = new ClosedLoad(simulation, clients, 1, think, SEED);
      simulation.run(nanos);
      load.shrinkTo(0);
      simulation.run(100 * MILLI);
      SimulationHarness.assertSound(simulation, SEED);
      return load.completed();
    }
  }

  private static Simulation simulation(long pauseNanos) {
    long budgetNanos = 20 * MILLI;
    BatcherConfig config = new BatcherConfig(1, 4 << 20, 1 << 14, 1 << 20, budgetNanos, pauseNanos);
    BatchCalibration fixed =
        new BatchCalibration(
            SimulationHarness.config(budgetNanos / 1e3, 1).withPausing(true).withExploring(false),
            RecordingStore.startingAt(new FlushLimits(1 << 20, budgetNanos, pauseNanos)));
    return new Simulation(config, BrokerModel.NATIVE, fixed, PressureLevel.L6_THROUGHPUT);
  }
}
