package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.MILLI;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A pause gathers what the rate has to offer, soon and whatever came before: the loads of a
 * benchmark in turn, on one of two loops, after clients who wait for their answers.
 */
class PauseGatheringTest {
  private static final long SEED = 20261123;
  private static final long PAUSE_NANOS = 8 * MILLI;

  /** Flights are short, so that without pauses each has one event or a few. */
  private static final BrokerModel QUICK =
      new BrokerModel(5, 60 * MICRO, 30 * MICRO, 10, 20 * MICRO, 5 * MICRO);

  private final Simulation simulation =
      Simulation.fixed(
          new BatcherConfig(1, 4 << 20, 1 << 14, 1 << 20, 20 * MILLI, PAUSE_NANOS), QUICK);
  private double eventsPerSecond;

  @ParameterizedTest(name = "{0}, evenly {1}")
  @CsvSource({
    "1000, true",
    "5000, true",
    "10000, true",
    "20000, true",
    "1000, false",
    "5000, false",
    "10000, false",
    "20000, false"
  })
  void whateverCameBefore(double rate, boolean evenly) {
    ClosedLoad clients = new ClosedLoad(simulation, 32, 1, 100 * MICRO, SEED);
    simulation.run(5 * SECOND);
    clients.shrinkTo(0);
    if (evenly) {
      OpenLoad.evenly(simulation, nanos -> eventsPerSecond);
    } else {
      new OpenLoad(simulation, nanos -> eventsPerSecond, 1, 1, SEED);
    }
    run(10, 7);
    run(100, 11);
    run(rate, 1);
    double fewest = 1 / (rate / 2 * PAUSE_NANOS / SECOND);
    assertThat(run(rate, 4)).isLessThan(1.6 * fewest + 0.03);
    SimulationHarness.assertSound(simulation, SEED);
  }

  /** Half of this rate. Requests per event. */
  private double run(double rate, long seconds) {
    BatcherStats before = simulation.stats();
    eventsPerSecond = rate / 2;
    simulation.run(seconds * SECOND);
    BatcherStats after = simulation.stats();
    return (double) (after.batches() - before.batches()) / (after.messages() - before.messages());
  }
}
