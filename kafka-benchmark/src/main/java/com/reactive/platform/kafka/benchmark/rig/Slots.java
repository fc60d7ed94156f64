package com.reactive.platform.kafka.benchmark.rig;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The sends that a lane may still make, and since when: a ring of the times at which slots became
 * free. Freed by any thread, taken by the lane's thread, in the order in which they were freed.
 *
 * <p>Since a slot is freed once for each time it was taken, there are never more entries than
 * slots, and the ring cannot overflow. An entry is claimed by its number, then written: until the
 * write the lane sees {@link #NONE} there, even if later entries are there already. Entry and
 * {@code waiting} in {@link OutcomeRecorder} are written and read in one total order, so that a
 * lane that waits either sees the entry or is seen waiting.
 */
final class Slots {
  /** No slot is free; no time is ever this. */
  static final long NONE = Long.MIN_VALUE;

  private static final VarHandle ENTRIES = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] freedNanos;
  private final int mask;
  private final AtomicLong freed = new AtomicLong();
  private final int count;
  private long taken;

  /**
   * @param count of slots, none of them free yet
   */
  Slots(int count) {
    int size = Integer.highestOneBit(Math.max(1, count - 1)) << 1;
    this.count = count;
    this.freedNanos = new long[size];
    this.mask = size - 1;
    Arrays.fill(freedNanos, NONE);
  }

  /** All slots are free since this time. Once, before anything else. */
  void start(long startNanos) {
    for (int i = 0; i < count; i++) {
      free(startNanos);
    }
  }

  /** A slot became free at this time. */
  void free(long nowNanos) {
    int entry = (int) freed.getAndIncrement() & mask;
    ENTRIES.setVolatile(freedNanos, entry, nowNanos);
  }

  /** When the next slot became free; it is taken then. {@link #NONE} if there is none. */
  long take() {
    int entry = (int) taken & mask;
    long nanos = (long) ENTRIES.getAcquire(freedNanos, entry);
    if (nanos != NONE) {
      ENTRIES.setOpaque(freedNanos, entry, NONE);
      taken++;
    }
    return nanos;
  }

  /** Returns whether a slot can be taken. By the lane's thread. */
  boolean isFree() {
    return (long) ENTRIES.getVolatile(freedNanos, (int) taken & mask) != NONE;
  }

  /** Number of slots that were freed since the start: sends that have an outcome. */
  long returned() {
    return Math.max(0, freed.get() - count);
  }
}
