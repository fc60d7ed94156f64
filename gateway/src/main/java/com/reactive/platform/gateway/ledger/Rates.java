package com.reactive.platform.gateway.ledger;

import java.util.ArrayDeque;
import java.util.concurrent.TimeUnit;

/**
 * Requests per second over the last ten seconds, from samples of the ledger.
 *
 * <p>Fed by one thread, read by any.
 */
public final class Rates {
  private static final int WINDOW_SECONDS = 10;

  private record Sample(long nanos, long received, long acked) {}

  private final ArrayDeque<Sample> samples = new ArrayDeque<>();

  /** To be called once a second. */
  public synchronized void sample(Ledger.Snapshot ledger, long nowNanos) {
    samples.add(new Sample(nowNanos, ledger.received(), ledger.total(Outcome.Category.ACKED)));
    while (samples.size() > WINDOW_SECONDS + 1) {
      samples.remove();
    }
  }

  public synchronized double receivedPerSecond() {
    return samples.size() < 2
        ? 0
        : (samples.getLast().received - samples.getFirst().received) / spanSeconds();
  }

  public synchronized double ackedPerSecond() {
    return samples.size() < 2
        ? 0
        : (samples.getLast().acked - samples.getFirst().acked) / spanSeconds();
  }

  private double spanSeconds() {
    long nanos = samples.getLast().nanos - samples.getFirst().nanos;
    return Math.max(1, nanos) / (double) TimeUnit.SECONDS.toNanos(1);
  }
}
