package com.reactive.platform.gateway.ingest;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * How many events may be without an outcome so that each of them still gets its own within the
 * longest wait: as many as are acknowledged in that time (Little's law). A pure function of what it
 * is told; no clock, no threads.
 *
 * <p>What comes is no measure of what could come, so the bound is only drawn while there is a
 * queue: when for a quarter of the longest wait no event was acknowledged that had waited for less
 * than that. One that is quick shows that there is no queue, however long others take, such as
 * those of a partition without a leader. Else it opens, fourfold with each look, but only while
 * acknowledgements come in: no news is no reason to take more.
 *
 * <pre>
 *   calm     acknowledged since the last look, waits short    bound x 4, up to the most
 *   queueing waits long, or nothing acknowledged              bound = rate x longest wait
 * </pre>
 *
 * <p>A queue is over when acknowledgements have come in for a quarter of the longest wait without a
 * sign of it. Kafka under a quota takes all that waits at once and then nothing for a while: those
 * who came last were quick, and prove nothing.
 *
 * <p>The rate is that since a queue began to form, but of no more than the longest wait, so that
 * bursts even out. While a queue is younger than a longest wait, the best rate of the last one
 * counts; later that would be the one with the most bursts. So a pause of Kafka is waited through
 * with the bound of the time before it; when it lasts for two longest waits, nothing is left but
 * the least bound. A pause after a lull has no such time before it: so for a longest wait from the
 * look on that sees a pause out of calm, the bound is not below what was in flight then and a third
 * more. With so much room no sender has more than its share of {@link SenderShares}: all may come
 * again when the pause ends.
 */
final class AdaptiveLimit {
  /** Events that are always let in: too few to be a queue, enough to find out what is so. */
  static final int LEAST = 512;

  private static final int OPENING = 4;
  private static final int QUARTERS = 4;

  private static final int MAX_MARKS = 32;
  private static final long MIN_MARK_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final long maxWaitNanos;
  private final long quarterNanos;
  private final int most;

  /** So many marks make a longest wait. */
  private final int marks;

  private final long[] markNanos;
  private final long[] markAcked;
  private final double[] ratesPerNano;
  private long marked;
  private long markedBeforeQueue;
  private boolean queued;
  private long queuedNanos;

  /** Since then there has been no sign of a queue; only while {@link #easing}. */
  private long easedNanos;

  private boolean easing;
  private long atLeastThen;

  private int bound;
  private long lookedNanos;
  private long ackedBefore;
  private long progressNanos;
  private long waitedNanos;
  private long quickNanos;

  /**
   * @param most the bound is never larger; it begins with this
   * @param nowNanos any clock's, the same one that {@link #update} is told
   */
  AdaptiveLimit(long maxWaitNanos, int most, long nowNanos) {
    this.maxWaitNanos = maxWaitNanos;
    this.quarterNanos = maxWaitNanos / QUARTERS;
    this.most = Math.max(LEAST, most);
    this.bound = this.most;
    marks = (int) Math.max(QUARTERS, Math.min(MAX_MARKS, maxWaitNanos / MIN_MARK_NANOS));
    markNanos = new long[marks + 1];
    markAcked = new long[marks + 1];
    ratesPerNano = new double[marks];
    Arrays.fill(markNanos, nowNanos);
    lookedNanos = nowNanos;
    progressNanos = nowNanos;
    quickNanos = nowNanos;
  }

  /**
   * Draws the bound anew; to be called several times in a quarter of the longest wait.
   *
   * @param acked events acknowledged since the start
   * @param inFlight events without an outcome
   * @param waited how long an event had waited that was acknowledged since the last look; negative
   *     if none was watched
   */
  int update(long nowNanos, long acked, long inFlight, long waited) {
    boolean progress = acked != ackedBefore;
    // If we did not look for so long, it is us who stood still, and not Kafka.
    boolean away = nowNanos - lookedNanos > quarterNanos;
    if (progress || inFlight <= 0 || away) {
      progressNanos = nowNanos;
    }
    if (inFlight <= 0 || (waited >= 0 && waited < quarterNanos)) {
      quickNanos = nowNanos;
    }
    waitedNanos = inFlight <= 0 ? 0 : waited >= 0 ? waited : waitedNanos;
    lookedNanos = nowNanos;
    ackedBefore = acked;
    boolean slow = waitedNanos >= quarterNanos && nowNanos - quickNanos >= quarterNanos;
    boolean stalled = nowNanos - progressNanos >= quarterNanos;
    boolean queueing = isQueue(slow || stalled, progress || inFlight <= 0, nowNanos);
    if (!queueing) {
      markedBeforeQueue = marked;
    } else if (!queued) {
      queuedNanos = nowNanos;
      atLeastThen = stalled ? inFlight + (inFlight + 2) / 3 : 0;
    }
    queued = queueing;
    double rate = ratePerNano(nowNanos, acked);
    if (queueing) {
      boolean young = nowNanos - queuedNanos < maxWaitNanos;
      double best = young ? Math.max(rate, Arrays.stream(ratesPerNano).max().orElse(0)) : rate;
      double atLeast = young ? (double) atLeastThen : LEAST;
      bound = (int) Math.max(LEAST, Math.min(most, Math.max(atLeast, best * maxWaitNanos)));
    } else if (progress) {
      bound = (int) Math.min(most, (long) OPENING * bound);
    }
    mark(nowNanos, acked, rate);
    return bound;
  }

  /** With the first sign of a queue there is one; see above for when it is over. */
  private boolean isQueue(boolean sign, boolean moving, long nowNanos) {
    if (sign) {
      easing = false;
      return true;
    }
    if (queued && moving && !easing) {
      easing = true;
      easedNanos = nowNanos;
    }
    return queued && !(moving && nowNanos - easedNanos >= quarterNanos);
  }

  /**
   * Since a quarter of the longest wait before the queue was seen; since a longest wait at most.
   */
  private double ratePerNano(long nowNanos, long acked) {
    long back = Math.min(marks, marked - markedBeforeQueue + marks / QUARTERS);
    int from = (int) ((marked + markNanos.length - back) % markNanos.length);
    return (double) (acked - markAcked[from]) / Math.max(1, nowNanos - markNanos[from]);
  }

  private void mark(long nowNanos, long acked, double rate) {
    int last = (int) (marked % markNanos.length);
    if (nowNanos - markNanos[last] >= maxWaitNanos / marks) {
      ratesPerNano[(int) (marked % marks)] = rate;
      marked++;
      int next = (int) (marked % markNanos.length);
      markNanos[next] = nowNanos;
      markAcked[next] = acked;
    }
  }
}
