package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.fail;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Bounded waiting. The bound is for broken code only, so it is generous. */
public final class Waits {
  public static final Duration LONG = Duration.ofSeconds(60);

  public static void until(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() - start > LONG.toNanos()) {
        fail("waited in vain: " + what);
      }
      LockSupport.parkNanos(100_000);
    }
  }

  /** Until the dispatcher is parked and waits for a wake-up or, with a timeout, for T. */
  static void untilParked(StripedBatcher batcher, Thread.State state) {
    until("dispatcher " + state, () -> batcher.dispatcher().thread().getState() == state);
  }

  private Waits() {}
}
