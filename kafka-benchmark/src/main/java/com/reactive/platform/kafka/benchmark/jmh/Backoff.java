package com.reactive.platform.kafka.benchmark.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for room or for the sink, for at most half a minute. For one thread. */
final class Backoff {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(10);
  private static final int SPINS = 10_000;

  private final long startNanos = System.nanoTime();
  private int spins;

  /**
   * Parks once, briefly.
   *
   * @throws WrongDeliveryException half a minute after this object was created
   */
  void park(String waitingFor) {
    if (System.nanoTime() - startNanos > LIMIT_NANOS) {
      throw new WrongDeliveryException("waited 30 s for " + waitingFor);
    }
    LockSupport.parkNanos(PARK_NANOS);
  }

  /** Spins once, as rivals on two cores do, and parks when the other thread seems not to run. */
  void spin(String waitingFor) {
    spins++;
    if (spins % SPINS == 0) {
      park(waitingFor);
    } else {
      Thread.onSpinWait();
    }
  }
}
