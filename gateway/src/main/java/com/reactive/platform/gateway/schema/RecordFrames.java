package com.reactive.platform.gateway.schema;

import java.util.Arrays;

/**
 * Where in the output the fields of the open records lie: a stack of frames, one for each record
 * that is being written, with one slot for each of its fields.
 */
final class RecordFrames {
  private static final byte ABSENT = 0;
  private static final byte FILLED = 1;
  private static final byte SENT = 2;

  private int[] starts = new int[64];
  private int[] ends = new int[64];
  private byte[] states = new byte[64];
  private int top;

  void clear() {
    top = 0;
  }

  /** Returns the first slot of a new frame. */
  int open(int fields) {
    int base = top;
    top += fields;
    if (top > states.length) {
      int size = Math.max(top, states.length * 2);
      starts = Arrays.copyOf(starts, size);
      ends = Arrays.copyOf(ends, size);
      states = Arrays.copyOf(states, size);
    }
    Arrays.fill(states, base, top, ABSENT);
    return base;
  }

  void close(int base) {
    top = base;
  }

  void sent(int slot, int start, int end) {
    set(slot, start, end, SENT);
  }

  void filled(int slot, int start, int end) {
    set(slot, start, end, FILLED);
  }

  private void set(int slot, int start, int end, byte state) {
    starts[slot] = start;
    ends[slot] = end;
    states[slot] = state;
  }

  /** Whether the client sent it. */
  boolean isSent(int slot) {
    return states[slot] == SENT;
  }

  boolean isAbsent(int slot) {
    return states[slot] == ABSENT;
  }

  int start(int slot) {
    return starts[slot];
  }

  int end(int slot) {
    return ends[slot];
  }

  /** True if exactly these bytes lie there; an absent field has none. */
  boolean holds(int slot, AvroOutput out, byte[] value) {
    return !isAbsent(slot) && out.holds(starts[slot], ends[slot], value);
  }
}
