package com.reactive.platform.gateway.schema;

import java.util.Arrays;

/**
 * Where the values of the open messages lie: a stack of regions, linked to chains, and a stack of
 * slots, one for each field of an open message, with its chain. Four ints for a region; grows with
 * the largest message, and is given back after that.
 */
final class WireIndex {
  static final int NONE = -1;

  private static final int LEAST = 64;
  private static final int MAX_KEPT = 16 << 10;

  private int[] starts = new int[LEAST];
  private int[] ends = new int[LEAST];
  private int[] nexts = new int[LEAST];
  private int[] marks = new int[LEAST];
  private int top;

  private int[] heads = new int[LEAST];
  private int[] tails = new int[LEAST];
  private int slotTop;

  private int[] table = new int[LEAST];

  void clear() {
    top = 0;
    slotTop = 0;
    if (starts.length > MAX_KEPT) {
      starts = new int[LEAST];
      ends = new int[LEAST];
      nexts = new int[LEAST];
      marks = new int[LEAST];
    }
    if (heads.length > MAX_KEPT) {
      heads = new int[LEAST];
      tails = new int[LEAST];
    }
    if (table.length > MAX_KEPT) {
      table = new int[LEAST];
    }
  }

  /** Returns the first of so many empty slots. */
  int open(int slots) {
    int base = slotTop;
    slotTop += slots;
    if (slotTop > heads.length) {
      int size = Math.max(slotTop, heads.length * 2);
      heads = Arrays.copyOf(heads, size);
      tails = Arrays.copyOf(tails, size);
    }
    Arrays.fill(heads, base, slotTop, NONE);
    return base;
  }

  /** Closes what was opened there, and forgets the regions from there on. */
  void close(int base, int regions) {
    slotTop = base;
    top = regions;
  }

  /** The number of regions. */
  int regions() {
    return top;
  }

  /** Forgets the regions from there on. */
  void truncate(int regions) {
    top = regions;
  }

  /** A region by itself. */
  int push(int start, int end, int mark) {
    if (top == starts.length) {
      int size = top * 2;
      starts = Arrays.copyOf(starts, size);
      ends = Arrays.copyOf(ends, size);
      nexts = Arrays.copyOf(nexts, size);
      marks = Arrays.copyOf(marks, size);
    }
    starts[top] = start;
    ends[top] = end;
    nexts[top] = NONE;
    marks[top] = mark;
    return top++;
  }

  /** The slot has this region and no other. */
  void set(int slot, int start, int end, int mark) {
    int head = heads[slot];
    if (head == NONE) {
      int region = push(start, end, mark);
      heads[slot] = region;
      tails[slot] = region;
    } else {
      starts[head] = start;
      ends[head] = end;
      marks[head] = mark;
      nexts[head] = NONE;
      tails[slot] = head;
    }
  }

  /** The slot has this region too; one that begins where the last ends makes that longer. */
  void add(int slot, int start, int end, int mark, boolean joins) {
    int tail = tails[slot];
    if (heads[slot] == NONE) {
      set(slot, start, end, mark);
    } else if (joins && ends[tail] == start) {
      ends[tail] = end;
    } else {
      int region = push(start, end, mark);
      nexts[tail] = region;
      tails[slot] = region;
    }
  }

  void bounds(int region, int start, int end) {
    starts[region] = start;
    ends[region] = end;
  }

  /** Links one region behind another. */
  void link(int region, int next) {
    nexts[region] = next;
  }

  /** The first region of the slot, or {@link #NONE}. */
  int head(int slot) {
    return heads[slot];
  }

  int start(int region) {
    return starts[region];
  }

  int end(int region) {
    return ends[region];
  }

  /** The next region of its chain, or {@link #NONE}. */
  int next(int region) {
    return nexts[region];
  }

  int mark(int region) {
    return marks[region];
  }

  void mark(int region, int mark) {
    marks[region] = mark;
  }

  /** An array of zeros, whose length is this power of two or more, until the next call. */
  int[] table(int size) {
    if (table.length < size) {
      table = new int[size];
    } else {
      Arrays.fill(table, 0, size, 0);
    }
    return table;
  }
}
