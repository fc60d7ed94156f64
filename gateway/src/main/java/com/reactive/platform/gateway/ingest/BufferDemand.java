package com.reactive.platform.gateway.ingest;

import java.util.concurrent.TimeUnit;

/**
 * How much of a buffer the events would fill that come while Kafka stands still: the rate of their
 * bytes times the longest wait; but a client that waits for each response has no second event
 * there. Not thread-safe.
 */
final class BufferDemand {
  /** Weight of the newest of some ten rates a second. */
  private static final double NEWEST = 0.1;

  /** If waits have no bound. */
  private static final int USUAL_WAIT_MILLIS = 5_000;

  private final int capacityBytes;
  private final long waitNanos;
  private long bytes;
  private long events;
  private double bytesPerNano;
  private double eventsPerNano;
  private long updatedNanos = System.nanoTime();

  /**
   * @param capacityBytes of the buffer; 0: there is none
   * @param maxWaitMillis the longest that an event waits; 0: no bound
   */
  BufferDemand(int capacityBytes, int maxWaitMillis) {
    this.capacityBytes = capacityBytes;
    waitNanos =
        TimeUnit.MILLISECONDS.toNanos(maxWaitMillis == 0 ? USUAL_WAIT_MILLIS : maxWaitMillis);
  }

  /** An event was taken that has so many bytes. */
  void taken(int eventBytes) {
    events++;
    bytes += eventBytes;
  }

  /** Computes the rates anew. */
  void update(long nowNanos) {
    long elapsed = Math.max(1, nowNanos - updatedNanos);
    bytesPerNano += NEWEST * ((double) bytes / elapsed - bytesPerNano);
    eventsPerNano += NEWEST * ((double) events / elapsed - eventsPerNano);
    updatedNanos = nowNanos;
    bytes = 0;
    events = 0;
  }

  /**
   * The part of the buffer; more than 1 if it would not do.
   *
   * @param clients those who send one event after another
   * @param runAhead some of them do not wait for responses
   */
  double fill(long clients, boolean runAhead) {
    if (capacityBytes == 0 || eventsPerNano == 0) {
      return 0;
    }
    double waiting = bytesPerNano * waitNanos;
    if (!runAhead) {
      waiting = Math.min(waiting, clients * bytesPerNano / eventsPerNano);
    }
    return waiting / capacityBytes;
  }
}
