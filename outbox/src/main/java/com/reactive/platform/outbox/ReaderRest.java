package com.reactive.platform.outbox;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/**
 * Has the reader rest while the event loop does, in a pause between flushes. The server sends each
 * row by itself, in several pieces, and each would wake up the reader, and then the loop; after a
 * rest all rows are read together, in time for the flush. There is no second rest before the reader
 * has had to wait for a message: then it has read all that had come. Belongs to the reader's
 * thread.
 */
final class ReaderRest {
  /** So long before the loop's rest ends, to read what has come and hand it over. */
  private static final long HAND_OVER_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

  /** A shorter sleep saves no wake-up that is worth one more. */
  private static final long SHORTEST_NANOS = TimeUnit.MICROSECONDS.toNanos(300);

  /** A read that takes so long has waited: what is in the driver's buffer takes less. */
  private static final long WAITED_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final LongSupplier loopRestNanos;
  private boolean caughtUp;

  /**
   * @param loopRestNanos how long the loop rests still; 0 or less if it does not
   */
  ReaderRest(LongSupplier loopRestNanos) {
    this.loopRestNanos = loopRestNanos;
  }

  /** Sleeps if the loop rests, and nothing that has come is unread. */
  void afterRead(long readNanos) {
    long nanos = nanos(readNanos, loopRestNanos.getAsLong());
    if (nanos > 0) {
      LockSupport.parkNanos(this, nanos);
    }
  }

  /**
   * For how long the reader sleeps; 0 for not at all.
   *
   * @param readNanos so long the last read took
   */
  long nanos(long readNanos, long loopNanos) {
    caughtUp |= readNanos >= WAITED_NANOS;
    long nanos = loopNanos - HAND_OVER_NANOS;
    if (!caughtUp || nanos < SHORTEST_NANOS) {
      return 0;
    }
    caughtUp = false;
    return nanos;
  }
}
