package com.reactive.platform.reliability.oracle;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * State of each id of one run, eight bytes for each.
 *
 * <pre>
 * 0-2 attempts that may be written | 3-5 times found | 6-8 promise | 9 found at its place | 10 sent
 * 11 unanswered in an orderly stop | 12 attempt without a known outcome | 13 sent before the topic was
 * deleted for the last time | 16-27 partition | 28-63 offset
 * </pre>
 *
 * The small counts stop at 7. For one thread.
 */
final class IdStates {
  /** The strongest that was said of an id. */
  enum Promise {
    NONE(0),
    ACCEPTED(1),
    SPOOLED(2),
    ACKED(3),
    /** Acked, and then the topic was deleted by order. */
    EXCUSED(4);

    private static final Promise[] ALL = values();

    private final int code;

    Promise(int code) {
      this.code = code;
    }
  }

  static final int MAX_PARTITION = 0xFFF;
  static final long MAX_OFFSET = (1L << 36) - 1;
  static final int MANY = 7;

  private static final int FOUND_SHIFT = 3;
  private static final int PROMISE_SHIFT = 6;
  private static final int PARTITION_SHIFT = 16;
  private static final int OFFSET_SHIFT = 28;
  private static final long PLACED = 1L << 9;
  private static final long SENT = 1L << 10;
  private static final long DROPPED = 1L << 11;
  private static final long UNKNOWN = 1L << 12;
  private static final long EXCUSED = 1L << 13;
  private static final int FIRST_IDS = 1 << 10;

  private final List<long[]> lanes = new ArrayList<>();

  private long get(int lane, int sequence) {
    if (lane >= lanes.size() || sequence >= lanes.get(lane).length) {
      return 0;
    }
    return lanes.get(lane)[sequence];
  }

  private void set(int lane, int sequence, long state) {
    while (lane >= lanes.size()) {
      lanes.add(new long[FIRST_IDS]);
    }
    long[] states = lanes.get(lane);
    if (sequence >= states.length) {
      states = Arrays.copyOf(states, Math.max(sequence + 1, states.length + states.length / 2));
      lanes.set(lane, states);
    }
    states[sequence] = state;
  }

  private static long added(long state, int shift, int delta) {
    long count = (state >>> shift) & MANY;
    if (count == MANY) {
      return state; // How many more there were is not known.
    }
    long next = Math.max(0, count + delta);
    return (state & ~((long) MANY << shift)) | next << shift;
  }

  /** An attempt begins; what it is promised counts only if it is not excused. */
  void sent(int lane, int sequence, boolean excused) {
    long state = added(get(lane, sequence) | SENT, 0, 1);
    set(lane, sequence, excused ? state | EXCUSED : state & ~EXCUSED);
  }

  /** An attempt is over, and nothing of it is in the log. */
  void notWritten(int lane, int sequence) {
    set(lane, sequence, added(get(lane, sequence), 0, -1));
  }

  /** An attempt may or may not be in the log. */
  void unknown(int lane, int sequence, boolean dropped) {
    set(lane, sequence, get(lane, sequence) | UNKNOWN | (dropped ? DROPPED : 0));
  }

  /** Answered with a success; the stronger promise counts. */
  void promised(int lane, int sequence, Promise promise) {
    long state = get(lane, sequence);
    if (promise.compareTo(promise(lane, sequence)) > 0) {
      state &= ~((long) MANY << PROMISE_SHIFT);
      set(lane, sequence, state | (long) promise.code << PROMISE_SHIFT);
    }
  }

  /** Its place in the log, from the response. */
  void placedAt(int lane, int sequence, int partition, long offset) {
    long low = get(lane, sequence) & ((1L << PARTITION_SHIFT) - 1);
    set(lane, sequence, low | (long) partition << PARTITION_SHIFT | offset << OFFSET_SHIFT);
  }

  /** It is in the log, there. */
  void found(int lane, int sequence, int partition, long offset) {
    long state = added(get(lane, sequence), FOUND_SHIFT, 1);
    boolean there = partition(lane, sequence) == partition && offset(lane, sequence) == offset;
    set(lane, sequence, there ? state | PLACED : state);
  }

  int lanes() {
    return lanes.size();
  }

  /** Number of ids of the lane, and perhaps some more that were never sent. */
  int ids(int lane) {
    return lanes.get(lane).length;
  }

  boolean isSent(int lane, int sequence) {
    return (get(lane, sequence) & SENT) != 0;
  }

  int possible(int lane, int sequence) {
    return (int) get(lane, sequence) & MANY;
  }

  int found(int lane, int sequence) {
    return (int) (get(lane, sequence) >>> FOUND_SHIFT) & MANY;
  }

  Promise promise(int lane, int sequence) {
    return Promise.ALL[(int) (get(lane, sequence) >>> PROMISE_SHIFT) & MANY];
  }

  boolean isPlaced(int lane, int sequence) {
    return (get(lane, sequence) & PLACED) != 0;
  }

  boolean isDropped(int lane, int sequence) {
    return (get(lane, sequence) & DROPPED) != 0;
  }

  /** True if the last attempt began before the topic was deleted for the last time. */
  boolean isExcused(int lane, int sequence) {
    return (get(lane, sequence) & EXCUSED) != 0;
  }

  boolean isUnknown(int lane, int sequence) {
    return (get(lane, sequence) & UNKNOWN) != 0;
  }

  int partition(int lane, int sequence) {
    return (int) (get(lane, sequence) >>> PARTITION_SHIFT) & MAX_PARTITION;
  }

  long offset(int lane, int sequence) {
    return get(lane, sequence) >>> OFFSET_SHIFT;
  }
}
