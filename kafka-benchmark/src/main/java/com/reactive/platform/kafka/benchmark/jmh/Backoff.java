package com.reactive.platform.kafka.benchmark.jmh;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Short parks up to a bound: how a benchmark waits for room or for the sink. */
final class Backoff {
  private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long PARK_NANOS = TimeUnit.MICROSECONDS.toNanos(10);

  private final long startNanos = System.nanoTime();

  /**
   * Parks once.
   *
   * @throws WrongDeliveryException if this has been going on for half a minute
   */
  void park(String waitingFor) {
    if (System.nanoTime() - startNanos > LIMIT_NANOS) {
      throw new WrongDeliveryException("waited 30 s for " + waitingFor);
    }
    LockSupport.parkNanos(PARK_NANOS);
  }
}
