package com.reactive.platform.gateway.sink.kafka;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Whether Kafka is away, for one dispatcher: it is when the client has lost its last connection or
 * the probe hears nothing, and back when a later probe is answered. Connections alone would not
 * tell, since an attempt to make one looks like one, and without records to send the client makes
 * none. Not thread-safe.
 */
final class Reachability {
  /**
   * For so long after it is back a client without a connection is no news: it makes one when it has
   * a record to send, and waits for half a second between attempts.
   */
  static final long CONNECTING_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final BrokerLiveness liveness;
  private final LongSupplier nanoClock;
  private boolean away;
  private long awaySinceNanos;

  /** Whether the client had a connection since Kafka is back. */
  private boolean wasConnected = true;

  private long backNanos;

  /**
   * @param nanoClock the clock of the liveness
   */
  Reachability(BrokerLiveness liveness, LongSupplier nanoClock) {
    this.liveness = liveness;
    this.nanoClock = nanoClock;
  }

  /**
   * @param connected whether the client has a connection now, or tries to make one
   */
  boolean away(boolean connected) {
    if (away) {
      away = !liveness.answeredSince(awaySinceNanos);
      if (!away) {
        backNanos = nanoClock.getAsLong();
        wasConnected = false;
      }
      return away;
    }
    wasConnected |= connected;
    if (liveness.heard() && (connected || isExcused())) {
      return false;
    }
    away = true;
    awaySinceNanos = nanoClock.getAsLong();
    liveness.nudge();
    return true;
  }

  private boolean isExcused() {
    return !wasConnected && nanoClock.getAsLong() - backNanos < CONNECTING_NANOS;
  }
}
