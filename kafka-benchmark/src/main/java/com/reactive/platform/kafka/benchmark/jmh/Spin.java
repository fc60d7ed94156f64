package com.reactive.platform.kafka.benchmark.jmh;

/** Waits by spinning, as rivals on two cores do; it parks when the other seems not to run. */
final class Spin {
  private static final int SPINS = 10_000;

  private final String waitingFor;
  private int spins;
  private Backoff patience;

  Spin(String waitingFor) {
    this.waitingFor = waitingFor;
  }

  /** Waits a moment; call it until what is waited for is there. */
  void once() {
    spins++;
    if (spins % SPINS != 0) {
      Thread.onSpinWait();
      return;
    }
    if (patience == null) {
      patience = new Backoff();
    }
    patience.park(waitingFor);
  }
}
