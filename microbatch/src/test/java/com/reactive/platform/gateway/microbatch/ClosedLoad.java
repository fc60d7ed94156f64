package com.reactive.platform.gateway.microbatch;

import java.util.SplittableRandom;

/** Clients who each send the next event only when the last is completed, after some thought. */
final class ClosedLoad {
  private static final long RETRY_NANOS = BrokerModel.MILLI;

  private final Simulation simulation;
  private final long thinkNanos;
  private final SplittableRandom random;

  /**
   * @param thinkNanos mean of an even distribution between half and one and a half of it
   */
  ClosedLoad(Simulation simulation, int clients, int stripes, long thinkNanos, long seed) {
    this.simulation = simulation;
    this.thinkNanos = thinkNanos;
    random = new SplittableRandom(seed);
    for (int client = 0; client < clients; client++) {
      int stripe = client % stripes;
      simulation.time.after(random.nextLong(BrokerModel.MILLI), () -> send(stripe));
    }
  }

  private void send(int stripe) {
    if (!simulation.submit(stripe, 1, () -> think(stripe))) {
      simulation.time.after(RETRY_NANOS, () -> send(stripe));
    }
  }

  private void think(int stripe) {
    if (thinkNanos == 0) {
      send(stripe);
    } else {
      simulation.time.after(thinkNanos / 2 + random.nextLong(thinkNanos), () -> send(stripe));
    }
  }
}
