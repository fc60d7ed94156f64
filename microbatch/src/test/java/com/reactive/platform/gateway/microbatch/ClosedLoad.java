package com.reactive.platform.gateway.microbatch;

import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/** Clients who each send the next event only when the last is completed, after some thought. */
final class ClosedLoad {
  private static final long RETRY_NANOS = BrokerModel.MILLI;

  private final Simulation simulation;
  private final ToLongFunction<SplittableRandom> thinkNanos;
  private final SplittableRandom random;
  private long completed;
  private int clients;

  /**
   * @param thinkNanos mean of an even distribution between half and one and a half of it
   */
  ClosedLoad(Simulation simulation, int clients, int stripes, long thinkNanos, long seed) {
    this(simulation, clients, stripes, evenly(thinkNanos), seed);
  }

  /**
   * @param thinkNanos how long a client thinks, each time
   */
  ClosedLoad(
      Simulation simulation,
      int clients,
      int stripes,
      ToLongFunction<SplittableRandom> thinkNanos,
      long seed) {
    this.simulation = simulation;
    this.thinkNanos = thinkNanos;
    this.clients = clients;
    random = new SplittableRandom(seed);
    for (int client = 0; client < clients; client++) {
      int number = client;
      simulation.time.after(
          random.nextLong(BrokerModel.MILLI), () -> send(number, number % stripes));
    }
  }

  /** Between half and one and a half of it. */
  static ToLongFunction<SplittableRandom> evenly(long meanNanos) {
    return random -> meanNanos == 0 ? 0 : meanNanos / 2 + random.nextLong(meanNanos);
  }

  /** Without memory. */
  static ToLongFunction<SplittableRandom> exponentially(long meanNanos) {
    return random -> Math.round(-Math.log(1 - random.nextDouble()) * meanNanos);
  }

  /** Now and then, with this probability, so much longer. */
  static ToLongFunction<SplittableRandom> late(
      ToLongFunction<SplittableRandom> think, double probability, long lateNanos) {
    return random ->
        think.applyAsLong(random) + (random.nextDouble() < probability ? lateNanos : 0);
  }

  /** From now on there are no more than so many; the others leave after their next answer. */
  void shrinkTo(int fewer) {
    clients = fewer;
  }

  /** Events completed so far. */
  long completed() {
    return completed;
  }

  private void send(int client, int stripe) {
    if (!simulation.submit(stripe, 1, () -> think(client, stripe))) {
      simulation.time.after(RETRY_NANOS, () -> send(client, stripe));
    }
  }

  private void think(int client, int stripe) {
    completed++;
    if (client >= clients) {
      return;
    }
    long nanos = thinkNanos.applyAsLong(random);
    if (nanos == 0) {
      send(client, stripe);
    } else {
      simulation.time.after(nanos, () -> send(client, stripe));
    }
  }
}
