package com.reactive.platform.kafka.wire.connection;

import java.util.function.DoubleSupplier;

/** Times between tries: each twice the last up to a bound, spread by a fifth. One thread. */
public final class RetryPause {
  private static final double SPREAD = 0.2;
  private static final int MAX_DOUBLINGS = 30;

  private final long firstMillis;
  private final long maxMillis;
  private final DoubleSupplier random;
  private int failures;

  /**
   * Begins with the first pause.
   *
   * @param random from 0 to 1
   */
  public RetryPause(long firstMillis, long maxMillis, DoubleSupplier random) {
    this.firstMillis = Math.min(firstMillis, maxMillis);
    this.maxMillis = maxMillis;
    this.random = random;
  }

  /** The time to wait after one more failure. */
  public long afterFailureMillis() {
    long doubled = firstMillis << Math.min(failures, MAX_DOUBLINGS);
    failures++;
    return spread(doubled < firstMillis ? maxMillis : Math.min(doubled, maxMillis));
  }

  /** The time to wait after a failure that time alone does not mend. */
  public long longestMillis() {
    failures++;
    return spread(maxMillis);
  }

  public void succeeded() {
    failures = 0;
  }

  private long spread(long millis) {
    return Math.round(millis * (1 - SPREAD + 2 * SPREAD * random.getAsDouble()));
  }
}
