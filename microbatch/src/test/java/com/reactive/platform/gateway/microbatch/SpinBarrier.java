package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.fail;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Lets two threads go on at the same moment: closer together than any wake-up would bring them. */
final class SpinBarrier {
  private static final int SPINS_BEFORE_PARKING = 300;

  private final AtomicInteger arrived = new AtomicInteger();

  void await() {
    int wanted = (arrived.getAndIncrement() | 1) + 1;
    long start = System.nanoTime();
    for (int spins = 0; arrived.get() - wanted < 0; spins++) {
      Thread.onSpinWait();
      if (spins > SPINS_BEFORE_PARKING) {
        LockSupport.parkNanos(1); // the other may need this processor
        if (System.nanoTime() - start > Waits.LONG.toNanos()) {
          fail("the other thread does not come");
        }
      }
    }
  }
}
