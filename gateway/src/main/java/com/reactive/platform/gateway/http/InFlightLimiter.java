package com.reactive.platform.gateway.http;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The events that one event loop handed to one lane and that have no outcome yet, and the bound on
 * them, {@link AdaptiveLimit}'s.
 *
 * <p>All of it belongs to the loop, but for {@link #endedUnseen} and {@link #watchedFor}, which the
 * sink's threads call. So an event costs no step between threads unless nobody waits for its
 * outcome; and only the first event after each look is watched with a clock.
 */
final class InFlightLimiter {
  /** What can be seen from outside. */
  record Seen(long limit, long inFlight, long refused) {}

  private final AdaptiveLimit bound;
  private final AtomicLong unseenEnded = new AtomicLong();
  private final AtomicLong unseenAcked = new AtomicLong();
  private volatile long watchedNanos = -1;

  private long accepted;
  private long ended;
  private long acked;
  private long refused;
  private int limit;
  private boolean watching = true;

  /** For whoever asks; of the last look. */
  private volatile Seen seen;

  /**
   * @param maxWaitMillis the longest that events should wait for their outcome; 0: no bound
   * @param most events that the lane takes from this loop at all
   */
  InFlightLimiter(int maxWaitMillis, int most) {
    bound =
        maxWaitMillis == 0
            ? null
            : new AdaptiveLimit(
                TimeUnit.MILLISECONDS.toNanos(maxWaitMillis), most, System.nanoTime());
    limit = most;
    seen = new Seen(limit, 0, 0);
  }

  /** Whether one more may come in; if not, it counts as refused. */
  boolean admits() {
    if (bound == null || open() < limit) {
      return true;
    }
    refused++;
    return false;
  }

  /**
   * An event goes to the lane.
   *
   * @return when that was, if {@link #watchedFor} is to be told how long it took; else 0
   */
  long leaves() {
    if (!watching) {
      return 0;
    }
    watching = false;
    long now = System.nanoTime();
    return now == 0 ? 1 : now;
  }

  /** The lane has taken it. */
  void accepted() {
    accepted++;
  }

  /** Its outcome has come back to the loop. */
  void ended(boolean wasAcked) {
    ended++;
    if (wasAcked) {
      acked++;
    }
  }

  /** Any thread: it has an outcome, of which the loop is not told. */
  void endedUnseen(boolean wasAcked) {
    unseenEnded.getAndIncrement();
    if (wasAcked) {
      unseenAcked.getAndIncrement();
    }
  }

  /** Any thread: how long an event took that was to be watched. */
  void watchedFor(long nanos) {
    watchedNanos = nanos;
  }

  /** Draws the bound anew. */
  void look(long nowNanos) {
    if (bound != null) {
      long waited = watchedNanos;
      watchedNanos = -1;
      watching = true;
      limit = bound.look(nowNanos, acked + unseenAcked.get(), open(), waited);
    }
    seen = new Seen(limit, Math.max(0, open()), refused);
  }

  /** Of the last look; any thread. */
  Seen seen() {
    return seen;
  }

  private long open() {
    return accepted - ended - unseenEnded.get();
  }
}
