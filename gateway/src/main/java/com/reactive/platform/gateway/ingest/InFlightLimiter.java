package com.reactive.platform.gateway.ingest;

import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the events that one {@link Ingress} submitted to one pipeline and that have no outcome
 * yet, and bounds them by {@link AdaptiveLimit}; {@link SenderShares} divides them fairly.
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
   * @param overShare refused because their sender had more in flight than its share, since then
   */
  public record Load(long limit, long inFlight, long refused, long overShare) {}

  private final AdaptiveLimit bound;
  private final SenderShares shares = new SenderShares(ThreadLocalRandom.current().nextInt());
  private final AtomicLong keptElsewhere = new AtomicLong();
  private volatile long timedNanos = -1;

  private long accepted;
  private long acceptedBefore;
  private boolean quiet;
  private long kept;
  private long refused;
  private long overShare;
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
    load = new Load(limit, 0, 0, 0);
  }

  /** True if one more event is admitted; if not, it counts as refused. */
  boolean admits() {
    if (bound == null || shares.inFlight() < limit) {
      return true;
    }
    refused++;
    return false;
  }

  /**
   * True if one more event of this sender is admitted, as far as it depends on the sender; if not,
   * it counts as over its share.
   */
  boolean isWithinShare(int senderHash) {
    if (bound == null || !shares.exceeds(shares.bucket(senderHash), limit)) {
      return true;
    }
    overShare++;
    return false;
  }

  /** Where the events of a sender are counted; see {@link IngestRequest#senderHash}. */
  int bucket(int senderHash) {
    return shares.bucket(senderHash);
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

  /**
   * The pipeline has accepted the event.
   *
   * @param bucket of its sender
   */
  void accepted(int bucket) {
    accepted++;
    shares.began(bucket);
  }

  /**
   * The event has an outcome.
   *
   * @param bucket of its sender, as when it was accepted
   * @param kept it is in the sink
   */
  void end(int bucket, boolean kept) {
    shares.ended(bucket);
    if (kept) {
      this.kept++;
    }
  }

  /** Any thread: as {@link #end}, for an event that does not return to the Ingress. */
  void endOnAnyThread(int bucket, boolean kept) {
    shares.endedOnAnyThread(bucket);
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
      limit = bound.update(nowNanos, kept + keptElsewhere.get(), shares.inFlight(), waited);
    }
    quiet = accepted == acceptedBefore && shares.inFlight() <= 0;
    acceptedBefore = accepted;
    load = new Load(limit, Math.max(0, shares.inFlight()), refused, overShare);
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
}
