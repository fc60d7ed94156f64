package com.reactive.platform.gateway.ingest;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the events that one {@link Ingress} submitted to one pipeline and that have no outcome
 * yet, and bounds them by {@link AdaptiveLimit}.
 *
 * <p>All of it belongs to the thread of the Ingress, except for {@link #endOnAnyThread} and {@link
 * #timed}, which the sink's threads call. So an event costs no synchronization between threads
 * unless nobody waits for its outcome; and only the first event after each update is timed.
 */
public final class InFlightLimiter {
  /**
   * A snapshot.
   *
   * @param limit so many events may be without an outcome
   * @param inFlight so many are
   * @param refused because the limit was reached, since the start
   */
  public record Load(long limit, long inFlight, long refused) {}

  private final AdaptiveLimit bound;
  private final AtomicLong endedElsewhere = new AtomicLong();
  private final AtomicLong keptElsewhere = new AtomicLong();
  private volatile long timedNanos = -1;

  private long accepted;
  private long acceptedBefore;
  private boolean quiet;
  private long ended;
  private long kept;
  private long refused;
  private int limit;
  private boolean timing = true;

  /** As of the last update. */
  private volatile Load load;

  /**
   * @param maxWaitMillis the longest that events should wait for their outcome; 0: no bound
   * @param most events that the pipeline takes from this Ingress at all
   */
  InFlightLimiter(int maxWaitMillis, int most) {
    bound =
        maxWaitMillis == 0
            ? null
            : new AdaptiveLimit(
                TimeUnit.MILLISECONDS.toNanos(maxWaitMillis), most, System.nanoTime());
    limit = most;
    load = new Load(limit, 0, 0);
  }

  /** True if one more event is admitted; if not, it counts as refused. */
  boolean admits() {
    if (bound == null || inFlight() < limit) {
      return true;
    }
    refused++;
    return false;
  }

  /**
   * An event is about to be submitted.
   *
   * @return the time, if {@link #timed} is to be called with its duration; else 0
   */
  long begin() {
    if (!timing) {
      return 0;
    }
    timing = false;
    long now = System.nanoTime();
    return now == 0 ? 1 : now;
  }

  /** The pipeline has accepted the event. */
  void accepted() {
    accepted++;
  }

  /**
   * The event has an outcome.
   *
   * @param kept it is in the sink
   */
  void end(boolean kept) {
    ended++;
    if (kept) {
      this.kept++;
    }
  }

  /** Any thread: as {@link #end}, for an event that does not return to the Ingress. */
  void endOnAnyThread(boolean kept) {
    endedElsewhere.getAndIncrement();
    if (kept) {
      keptElsewhere.getAndIncrement();
    }
  }

  /** Any thread: the duration of the event that was timed. */
  void timed(long nanos) {
    timedNanos = nanos;
  }

  /** Computes the limit anew. */
  void update(long nowNanos) {
    if (bound != null) {
      long waited = timedNanos;
      timedNanos = -1;
      timing = true;
      limit = bound.update(nowNanos, kept + keptElsewhere.get(), inFlight(), waited);
    }
    quiet = accepted == acceptedBefore && inFlight() <= 0;
    acceptedBefore = accepted;
    load = new Load(limit, Math.max(0, inFlight()), refused);
  }

  /**
   * True if at the last update nothing had come since the one before, and nothing was in flight.
   */
  boolean isQuiet() {
    return quiet;
  }

  /** Any thread: as of the last update. */
  Load load() {
    return load;
  }

  private long inFlight() {
    return accepted - ended - endedElsewhere.get();
  }
}
