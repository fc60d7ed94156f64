package com.reactive.platform.kafka.wire.produce;

import org.junit.jupiter.api.Test;

/**
 * Random schedules. {@code -Dsimulation.schedules=N} runs more of them, {@code -Dsimulation.seed=S}
 * begins elsewhere.
 */
class ProduceSimulationTest {
  @Test
  void keepsItsPromisesInRandomSchedules() {
    run(Long.getLong("simulation.seed", 1), Long.getLong("simulation.schedules", 2_000));
  }

  static void run(long firstSeed, long schedules) {
    long[] sums = new long[11];
    for (long seed = firstSeed; seed < firstSeed + schedules; seed++) {
      ProduceSimulation simulation = new ProduceSimulation(seed);
      try {
        simulation.run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
      }
      add(sums, simulation.stats());
    }
    System.out.printf(
        "%d schedules from seed %d: %d records, %d acked, %d not written, %d unknown, %d batches,"
            + " %d retries, %d splits, %d epochs, settled: %d written, %d not written, %d unsettled%n",
        schedules, firstSeed, sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6],
        sums[7], sums[8], sums[9], sums[10]);
  }

  private static void add(long[] sums, ProduceStats stats) {
    long[] all = {
      stats.records(),
      stats.acked(),
      stats.notWritten(),
      stats.unknown(),
      stats.batches(),
      stats.retries(),
      stats.splits(),
      stats.epochBumps(),
      stats.settledWritten(),
      stats.settledNotWritten(),
      stats.unsettled()
    };
    for (int i = 0; i < all.length; i++) {
      sums[i] += all[i];
    }
  }

  public static void main(String[] args) {
    long start = System.nanoTime();
    run(Long.parseLong(args[0]), Long.parseLong(args[1]));
    System.out.println((System.nanoTime() - start) / 1_000_000_000 + " s");
  }
}
