package com.reactive.platform.gateway.idempotency;

import java.util.Arrays;

/**
 * Finds the positions of keys by a hash of 16 bits: open addressing in an array of ints. A slot has
 * the hash and the position, 16 bits each, so the table grows, and closes the gap that a removed
 * key leaves, without a look at the keys.
 *
 * <p>The slots are sorted, with gaps between: each is where its hash is in the range of all hashes,
 * or behind that, as far as those before it need. So a search ends as soon as it is beyond the
 * hash, however full the array is, and a larger array is filled in one pass. Not thread-safe.
 */
final class KeyIndex {
  static final int HASH_BITS = 16;

  /** Bound of positions; the last one is never used, and so no slot equals {@link #EMPTY}. */
  static final int MAX_POSITIONS = (1 << 16) - 1;

  /** As an unsigned number, above all others. */
  private static final int EMPTY = -1;

  private static final int LEAST_HOMES = 32;

  /** Room for slots that are pushed beyond the last home. */
  private static final int MORE_SLOTS = 32;

  private static final int[] NO_SLOTS = {};

  /** One for each home and some behind them; the last one is empty. */
  private int[] slots = NO_SLOTS;

  /** The places that hashes may have. */
  private int homes;

  private int count;

  int count() {
    return count;
  }

  /** Bytes of its array. */
  int bytes() {
    return slots == NO_SLOTS ? 0 : 16 + Integer.BYTES * slots.length;
  }

  /** The first slot with this hash; -1 if there is none. */
  int first(int hash) {
    return count == 0 ? -1 : ifHas(hash, seek(hash << HASH_BITS));
  }

  /** The next slot with the hash of this one; -1 if there is none. */
  int next(int slot) {
    return ifHas(slots[slot] >>> HASH_BITS, slot + 1);
  }

  private int ifHas(int hash, int slot) {
    return slots[slot] >>> HASH_BITS == hash && slots[slot] != EMPTY ? slot : -1;
  }

  int position(int slot) {
    return slots[slot] & 0xFFFF;
  }

  private int home(int value) {
    return (int) (((long) (value >>> HASH_BITS) * homes) >>> HASH_BITS);
  }

  /** The slot of this value; if it is not there, the one that it would get. */
  private int seek(int value) {
    int slot = home(value);
    while (Integer.compareUnsigned(slots[slot], value) < 0) {
      slot++;
    }
    return slot;
  }

  /** Adds a position, below {@link #MAX_POSITIONS}, which is not there. */
  void add(int hash, int position) {
    if ((count + 1) * 25L > homes * 23L) {
      grow();
    }
    int value = hash << HASH_BITS | position;
    int slot = seek(value);
    int gap = slot;
    while (slots[gap] != EMPTY) {
      gap++;
    }
    keepLastEmpty(gap);
    System.arraycopy(slots, slot, slots, slot + 1, gap - slot);
    slots[slot] = value;
    count++;
  }

  /** This slot is about to be used. */
  private void keepLastEmpty(int slot) {
    int length = slots.length;
    if (slot == length - 1) {
      slots = Arrays.copyOf(slots, length + MORE_SLOTS);
      Arrays.fill(slots, length, slots.length, EMPTY);
    }
  }

  /** By a tenth while it is large: what is free costs memory, what is full costs time. */
  private void grow() {
    int[] old = slots;
    int more = homes < 1_024 ? homes : homes / 10;
    homes = Math.max(LEAST_HOMES, homes + more);
    slots = new int[homes + MORE_SLOTS];
    Arrays.fill(slots, EMPTY);
    refill(old, 0, 0);
  }

  /**
   * Removes all positions from one up to another, which may be less: then all from the one on, and
   * all up to the other. Looks at every slot once, so many go at the cost of a few.
   */
  void removeAll(int from, int to) {
    refill(slots, from, to);
    if (count == 0) {
      clear();
    }
  }

  /** Puts slots where they belong, but for those positions; all may be in the same array. */
  private void refill(int[] sorted, int goneFrom, int goneTo) {
    int free = 0;
    count = 0;
    for (int i = 0; i < sorted.length; i++) {
      int value = sorted[i];
      sorted[i] = EMPTY;
      if (value != EMPTY && !isBetween(value & 0xFFFF, goneFrom, goneTo)) {
        int slot = Math.max(free, home(value));
        keepLastEmpty(slot);
        slots[slot] = value;
        free = slot + 1;
        count++;
      }
    }
  }

  private static boolean isBetween(int position, int from, int to) {
    return from <= to ? from <= position && position < to : from <= position || position < to;
  }

  /** Removes a position; does nothing if it is not there. Slots of others may move. */
  void remove(int hash, int position) {
    int value = hash << HASH_BITS | position;
    int hole = count == 0 ? -1 : seek(value);
    if (hole < 0 || slots[hole] != value) {
      return;
    }
    int next = hole + 1;
    while (slots[next] != EMPTY && home(slots[next]) < next) {
      slots[hole] = slots[next];
      hole = next++;
    }
    slots[hole] = EMPTY;
    count--;
    if (count == 0) {
      clear();
    }
  }

  /** Removes all positions. */
  void clear() {
    slots = NO_SLOTS;
    homes = 0;
    count = 0;
  }
}
