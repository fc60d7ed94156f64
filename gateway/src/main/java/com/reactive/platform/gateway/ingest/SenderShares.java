package com.reactive.platform.gateway.ingest;

import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts events in flight by their sender, and tells who has more of them than its share: three
 * times the places that the limit leaves free. This is the dynamic threshold of Choudhury and Hahne
 * (1998), by which the queues of a switch share its memory.
 *
 * <ul>
 *   <li>Up to three quarters of the limit nobody can have more than that. Beyond them there is a
 *       queue, and the fewer places are free, the less is a share: the largest sender has more than
 *       its own first. Whoever has few events in flight gets in up to the last place.
 *   <li>Of n senders that flood, each has 3 / (3 n + 1) of the limit in the end. What is left stays
 *       free for those who come next.
 *   <li>A sender that is alone has no share. The limit is its own.
 * </ul>
 *
 * <p>Senders are told apart by a hash of theirs, in a table of fixed size. Two in one bucket count
 * as one sender, so a small one may be refused together with a large one. Each table has a seed of
 * its own: on another event loop, or after a restart, others meet.
 *
 * <p>All of it belongs to the thread of the {@link Ingress}, except for {@link #endedOnAnyThread}.
 * That is for events of which the thread does not hear again, such as those answered 202: they too
 * count for their sender until the sink knows their outcome. They leave the sum before they leave
 * their sender, and {@link #exceeds} reads the sender before the sum. So what a sender has may seem
 * too large a part of all for a moment, which looks more like being alone, but never too small.
 */
final class SenderShares {
  private static final int TIMES_FREE = 3;
  private static final int BUCKET_BITS = 10;

  /** The bucket of events without a sender. */
  private static final int NOBODY = 1 << BUCKET_BITS;

  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final int seed;

  /** Began less those that ended on this thread. Only differences matter, so it may overflow. */
  private final int[] open = new int[NOBODY + 1];

  private final AtomicIntegerArray endedElsewhere = new AtomicIntegerArray(NOBODY + 1);
  private long allOpen;
  private final AtomicLong allEndedElsewhere = new AtomicLong();

  SenderShares(int seed) {
    this.seed = seed;
  }

  /** Where the events of a sender are counted. */
  int bucket(int senderHash) {
    return senderHash == IngestRequest.NO_SENDER
        ? NOBODY
        : ((senderHash ^ seed) * GOLDEN_RATIO) >>> (Integer.SIZE - BUCKET_BITS);
  }

  void began(int bucket) {
    open[bucket]++;
    allOpen++;
  }

  void ended(int bucket) {
    open[bucket]--;
    allOpen--;
  }

  /** Any thread: as {@link #ended}. */
  void endedOnAnyThread(int bucket) {
    allEndedElsewhere.getAndIncrement();
    endedElsewhere.getAndIncrement(bucket);
  }

  /** Events in flight, of all senders and of nobody. */
  long inFlight() {
    return allOpen - allEndedElsewhere.get();
  }

  /**
   * True if the sender has more events in flight than its share.
   *
   * @param limit so many may be in flight
   */
  boolean exceeds(int bucket, int limit) {
    if (bucket == NOBODY) {
      return false;
    }
    int own = inFlight(bucket);
    int ofNobody = inFlight(NOBODY);
    long all = inFlight();
    return own > TIMES_FREE * (limit - all) && own < all - ofNobody;
  }

  private int inFlight(int bucket) {
    return open[bucket] - endedElsewhere.get(bucket);
  }
}
