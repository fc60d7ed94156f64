package com.reactive.platform.gateway.microbatch;

import static com.reactive.platform.gateway.microbatch.BrokerModel.MICRO;
import static com.reactive.platform.gateway.microbatch.BrokerModel.SECOND;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.FULL_LADDER_MICROS;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.STRIPES;
import static com.reactive.platform.gateway.microbatch.SimulationHarness.describe;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import java.util.function.LongToDoubleFunction;
import org.junit.jupiter.api.Test;

/** A broker that is slow for a while, stands still for a while, or is too small for its bursts. */
class BrokerTroubleTest {
  private static final long SEED = 20261123;
  private static final int CLUMP = 8;

  private final Simulation simulation =
      SimulationHarness.simulation(BrokerModel.NEAR, FULL_LADDER_MICROS, SEED);

  @Test
  void aSlowBrokerMakesLargerBatchesAndNoSwing() {
    openLoad(nanos -> 2_500);
    simulation.run(35 * SECOND);
    BatcherStats before = simulation.stats();
    int changesBefore = simulation.levels.changes();
    simulation.broker.slowness(50);
    simulation.run(40 * SECOND);
    BatcherStats after = simulation.stats();
    simulation.broker.slowness(1);
    simulation.run(25 * SECOND);

    SimulationHarness.assertSound(simulation, SEED);
    double fast = (double) before.messages() / before.batches();
    double slow =
        (double) (after.messages() - before.messages()) / (after.batches() - before.batches());
    assertThat(slow).as(describe(simulation, SEED)).isGreaterThan(1.5 * fast);
    assertThat(simulation.levels.changes()).as(describe(simulation, SEED)).isEqualTo(changesBefore);
    assertThat(simulation.refused()).isZero();
    assertThat(simulation.open()).as("in flight at the end").isLessThan(100);
  }

  @Test
  void aStalledBrokerFillsTheStripesAndNoMore() {
    openLoad(nanos -> 3_000);
    simulation.run(25 * SECOND);
    PressureLevel before = simulation.levels.level();
    simulation.broker.stall(20 * SECOND);
    simulation.run(19 * SECOND);
    BatcherStats stalled = simulation.stats();
    simulation.run(31 * SECOND);

    SimulationHarness.assertSound(simulation, SEED);
    BatcherConfig config = SimulationHarness.CONFIG;
    assertThat(stalled.pendingMessages())
        .isBetween((long) config.stripeMessages(), (long) STRIPES * config.stripeMessages());
    assertThat(stalled.pendingBytes()).isLessThanOrEqualTo((long) STRIPES * config.stripeBytes());
    assertThat(simulation.refused()).as(describe(simulation, SEED)).isGreaterThan(0);
    assertThat(simulation.levels.level()).as(describe(simulation, SEED)).isEqualTo(before);
    assertThat(simulation.open()).as("in flight at the end").isLessThan(1_000);
    assertThat(simulation.stats().fill()).isLessThan(0.1);
  }

  /** A stripe that fills raises the level within a tick or two, and lowers it again only once. */
  @Test
  void aBurstThatFillsTheStripesRaisesTheLevelAtOnce() {
    Simulation narrow =
        SimulationHarness.simulation(
            new BrokerModel(2, 400 * MICRO, 50 * MICRO, 400, 20 * MICRO, 200),
            FULL_LADDER_MICROS,
            SEED);
    new OpenLoad(narrow, OpenLoad.bursts(2_500, 20), STRIPES, CLUMP, SEED);
    narrow.run(29 * SECOND);
    assertThat(narrow.levels.level()).isEqualTo(PressureLevel.L5_BALANCED);
    narrow.run(1 * SECOND);
    assertThat(narrow.levels.level())
        .as(describe(narrow, SEED))
        .isGreaterThan(PressureLevel.L5_BALANCED);
    narrow.run(65 * SECOND);

    SimulationHarness.assertSound(narrow, SEED);
    int bursts = 3;
    assertThat(narrow.levels.changes())
        .as(describe(narrow, SEED))
        .isLessThanOrEqualTo(1 + 2 * bursts);
  }

  private void openLoad(LongToDoubleFunction eventsPerSecond) {
    new OpenLoad(simulation, eventsPerSecond, STRIPES, CLUMP, SEED);
  }
}
