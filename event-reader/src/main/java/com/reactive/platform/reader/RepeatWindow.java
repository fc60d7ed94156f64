package com.reactive.platform.reader;

import java.security.SecureRandom;

/**
 * The last so many events of a partition, to know repeats by. Two events with one identity are the
 * same, unless each has a caller and these differ: two callers may choose the same id, and a record
 * without a caller does not say whose it is.
 *
 * <p>A ring says which is the oldest; a table with open addressing and half of its places free
 * finds one. All memory is taken at once: 32 to 40 bytes for each. Not thread-safe.
 */
final class RepeatWindow {
  /** Stands for the caller of an event that does not say whose it is. */
  static final long ANY_CALLER = 0;

  private static final int EMPTY = 0;
  private static final int FACTORS = 5;
  private static final long LOW_HALF = 0xFFFF_FFFFL;
  private static final int MAX_EVENTS = 1 << 28;

  private final long[] highs;
  private final long[] lows;
  private final long[] callers;

  /** Secret, so that nobody can choose ids that share a place. */
  private final long[] factors = new SecureRandom().longs(FACTORS).toArray();

  /** Places of the ring, plus one; {@link #EMPTY} for none. */
  private final int[] table;

  private final int mask;
  private int next;
  private boolean full;

  /**
   * @param events at least so many are remembered
   */
  RepeatWindow(int events) {
    if (events < 1 || events > MAX_EVENTS) {
      throw new IllegalArgumentException("a window has 1 to " + MAX_EVENTS + " events");
    }
    highs = new long[events];
    lows = new long[events];
    callers = new long[events];
    table = new int[Math.max(2, Integer.highestOneBit(events) << 2)];
    mask = table.length - 1;
  }

  /**
   * True if that is a repeat.
   *
   * @param caller {@link #ANY_CALLER} if it is not known
   */
  boolean contains(long high, long low, long caller) {
    int place;
    for (int at = home(high, low); (place = table[at]) != EMPTY; at = at + 1 & mask) {
      if (isSame(place - 1, high, low, caller)) {
        return true;
      }
    }
    return false;
  }

  private boolean isSame(int index, long high, long low, long caller) {
    long other = callers[index];
    return highs[index] == high
        && lows[index] == low
        && (other == caller || other == ANY_CALLER || caller == ANY_CALLER);
  }

  /** Remembers one, and forgets the oldest if need be; a repeat changes nothing. */
  void add(long high, long low, long caller) {
    if (contains(high, low, caller)) {
      return;
    }
    if (full) {
      remove(find(next + 1));
    }
    highs[next] = high;
    lows[next] = low;
    callers[next] = caller;
    int at = home(high, low);
    while (table[at] != EMPTY) {
      at = at + 1 & mask;
    }
    next++;
    table[at] = next;
    if (next == highs.length) {
      next = 0;
      full = true;
    }
  }

  /** Where one that is there stands in the table. */
  private int find(int place) {
    int at = home(highs[place - 1], lows[place - 1]);
    while (table[at] != place) {
      at = at + 1 & mask;
    }
    return at;
  }

  /** Moves back what had to go past the place that is free now. */
  private void remove(int freed) {
    int hole = freed;
    table[hole] = EMPTY;
    for (int at = hole + 1 & mask; table[at] != EMPTY; at = at + 1 & mask) {
      int place = table[at] - 1;
      int home = home(highs[place], lows[place]);
      if ((at - home & mask) >= (at - hole & mask)) {
        table[hole] = table[at];
        table[at] = EMPTY;
        hole = at;
      }
    }
  }

  /** Multiply-shift hashing of four halves: any two ids share a place by chance only. */
  private int home(long high, long low) {
    long sum =
        factors[0]
            + factors[1] * (high >>> 32)
            + factors[2] * (high & LOW_HALF)
            + factors[3] * (low >>> 32)
            + factors[4] * (low & LOW_HALF);
    return (int) (sum >>> 32) & mask;
  }
}
