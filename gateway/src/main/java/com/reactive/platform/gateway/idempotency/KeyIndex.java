package com.reactive.platform.gateway.idempotency;

import java.util.Arrays;

/**
 * Finds the positions of keys by a hash of 16 bits: open addressing with linear probing in an array
 * of ints. A slot has the hash and the position, 16 bits each, so the table grows, and closes the
 * gap that a removed key leaves, without a look at the keys. Not thread-safe.
 */
final class KeyIndex {
  static final int HASH_BITS = 16;

  /** Bound of positions; the last one is never used, and so no slot equals {@link #EMPTY}. */
  static final int MAX_POSITIONS = (1 << 16) - 1;

  private static final int EMPTY = -1;
  private static final int LEAST_SLOTS = 32;
  private static final int[] NO_SLOTS = {};

  private int[] slots = NO_SLOTS;
  private int count;

  int count() {
    return count;
  }

  /** Bytes of its array. */
  int bytes() {
    return slots == NO_SLOTS ? 0 : 16 + Integer.BYTES * slots.length;
  }

  /** The first slot that may have this hash; for {@link #seek}. */
  int home(int hash) {
    return (int) (((long) hash * slots.length) >>> HASH_BITS);
  }

  int after(int slot) {
    return slot + 1 == slots.length ? 0 : slot + 1;
  }

  /** The next slot with this hash, from there on; -1 if there is none. */
  int seek(int hash, int from) {
    if (count == 0) {
      return -1;
    }
    int slot = from;
    while (slots[slot] != EMPTY) {
      if (slots[slot] >>> HASH_BITS == hash) {
        return slot;
      }
      slot = after(slot);
    }
    return -1;
  }

  int position(int slot) {
    return slots[slot] & 0xFFFF;
  }

  /** Adds a position, below {@link #MAX_POSITIONS}. */
  void add(int hash, int position) {
    if ((count + 1) * 25L > slots.length * 23L) {
      grow();
    }
    insert(hash << HASH_BITS | position);
    count++;
  }

  private void insert(int value) {
    int slot = home(value >>> HASH_BITS);
    while (slots[slot] != EMPTY) {
      slot = after(slot);
    }
    slots[slot] = value;
  }

  /** By a tenth while it is large: what is free costs memory, what is full costs time. */
  private void grow() {
    int[] old = slots;
    int more = old.length < 1_024 ? old.length : old.length / 10;
    slots = new int[Math.max(LEAST_SLOTS, old.length + more)];
    Arrays.fill(slots, EMPTY);
    for (int value : old) {
      if (value != EMPTY) {
        insert(value);
      }
    }
  }

  /** Removes the position in this slot; slots of others may move. */
  void remove(int slot) {
    int hole = slot;
    int next = after(slot);
    while (slots[next] != EMPTY) {
      if (!isBetween(hole, home(slots[next] >>> HASH_BITS), next)) {
        slots[hole] = slots[next];
        hole = next;
      }
      next = after(next);
    }
    slots[hole] = EMPTY;
    count--;
    if (count == 0) {
      slots = NO_SLOTS;
    }
  }

  /** True if a key with this home is found from there on, though the hole is before it. */
  private static boolean isBetween(int hole, int home, int slot) {
    return hole <= slot ? hole < home && home <= slot : hole < home || home <= slot;
  }
}
