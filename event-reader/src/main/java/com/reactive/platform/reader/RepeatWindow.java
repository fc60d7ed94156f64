package com.reactive.platform.reader;

/**
 * The last so many identities of a partition, to know repeats by. A ring says which is the oldest;
 * a table with open addressing and half of its places free finds one. All memory is taken at once:
 * 24 to 32 bytes for each. Not thread-safe.
 */
final class RepeatWindow {
  private static final int EMPTY = 0;
  private static final int MAX_EVENTS = 1 << 28;

  private final long[] highs;
  private final long[] lows;

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
    table = new int[Math.max(2, Integer.highestOneBit(events) << 2)];
    mask = table.length - 1;
  }

  boolean contains(long high, long low) {
    return table[find(high, low)] != EMPTY;
  }

  /** Remembers one, and forgets the oldest if need be. One that is there already stays. */
  void add(long high, long low) {
    if (contains(high, low)) {
      return;
    }
    if (full) {
      remove(find(highs[next], lows[next]));
    }
    highs[next] = high;
    lows[next] = low;
    table[find(high, low)] = next + 1;
    next++;
    if (next == highs.length) {
      next = 0;
      full = true;
    }
  }

  /** Where it is in the table, or would be. */
  private int find(long high, long low) {
    int at = home(high, low);
    for (int place; (place = table[at]) != EMPTY; at = at + 1 & mask) {
      if (highs[place - 1] == high && lows[place - 1] == low) {
        return at;
      }
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

  /** Ids begin with a time and end at random. */
  private int home(long high, long low) {
    long mixed = (high ^ low) * 0x9E3779B97F4A7C15L;
    return (int) (mixed >>> 32) & mask;
  }
}
