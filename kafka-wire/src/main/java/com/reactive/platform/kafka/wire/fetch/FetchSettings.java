package com.reactive.platform.kafka.wire.fetch;

import java.util.Objects;
import org.apache.kafka.common.IsolationLevel;

/**
 * How a fetch core behaves towards brokers.
 *
 * @param clientId goes into every request's header
 * @param requestTimeoutNanos after which an unanswered request costs the connection; a long poll's
 *     wait comes on top
 * @param retryBackoffNanos first pause before a partition is asked for again
 * @param retryBackoffMaxNanos largest pause: each doubles the last
 */
public record FetchSettings(
    String clientId,
    long requestTimeoutNanos,
    long retryBackoffNanos,
    long retryBackoffMaxNanos,
    FetchOptions options) {
  private static final int MAX_DOUBLINGS = 20;

  public FetchSettings {
    Objects.requireNonNull(options);
    if (requestTimeoutNanos <= 0 || retryBackoffNanos <= 0) {
      throw new IllegalArgumentException("times must be positive");
    }
  }

  /** As requests have it. */
  byte isolation() {
    return (options.readCommitted()
            ? IsolationLevel.READ_COMMITTED
            : IsolationLevel.READ_UNCOMMITTED)
        .id();
  }

  /** The pause after this many failures in a row. */
  long backoffNanos(int failures) {
    int doublings = Math.min(Math.max(failures - 1, 0), MAX_DOUBLINGS);
    return Math.min(retryBackoffNanos << doublings, retryBackoffMaxNanos);
  }
}
