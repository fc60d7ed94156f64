package com.reactive.platform.gateway.hotkey;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Counts the most frequent keys of one stream on one thread, in bounded memory and a few dozen
 * nanoseconds for each event: a key that more than one in {@value #COUNTERS} events has is always
 * among the counted.
 *
 * <p>A key without a counter takes over one of the least counters, with its count as a possible
 * error. Keys are told apart by a hash of 32 bits with a factor that clients do not know; its bytes
 * are kept as soon as it comes again. Times are those of the caller's clock.
 *
 * @see <a
 *     href="https://www.cse.ust.hk/~raywong/comp5331/References/EfficientComputationOfFrequentAndTop-kElementsInDataStreams.pdf">
 *     Metwally, Agrawal, El Abbadi: space-saving</a>
 */
public final class KeyCounter {
  static final int COUNTERS = 128;
  static final int KEPT_BYTES = 64;

  private static final int SLOTS = 4 * COUNTERS;
  private static final int FREE = -1;
  private static final long FACTOR = ThreadLocalRandom.current().nextLong() | 1;

  /**
   * The counts of an interval that is over; the keys with the most events first.
   *
   * @param nanos its length, which is more than it should be if the thread was late
   */
  record Counts(long endNanos, long nanos, long events, List<HotKey> keys) {}

  private final long intervalNanos;
  private final int[] hashes = new int[COUNTERS];
  private final long[] counts = new long[COUNTERS];
  private final long[] errors = new long[COUNTERS];

  /** Null until a key comes again. */
  private final byte[][] keys = new byte[COUNTERS][];

  /** The counter of a hash, by linear probing. */
  private final short[] slots = new short[SLOTS];

  private int used;

  /** No counter is below. */
  private long least;

  /** Those before it were looked at and are above {@link #least}. */
  private int cursor;

  private long events;
  private long beganNanos;
  private volatile Counts latest;

  KeyCounter(long nowNanos, long intervalNanos) {
    this.intervalNanos = intervalNanos;
    Arrays.fill(slots, (short) FREE);
    latest = new Counts(nowNanos, intervalNanos, 0, List.of());
    beganNanos = nowNanos;
  }

  /** Counts an event whose key is the first bytes of this array. Of one thread. */
  public void count(byte[] key, int length) {
    events++;
    int hash = hash(key, length);
    int slot = slot(hash);
    int counter = slots[slot];
    if (counter != FREE) {
      counts[counter]++;
      if (keys[counter] == null) {
        keys[counter] = Arrays.copyOf(key, Math.min(length, KEPT_BYTES + 1));
      }
    } else if (used < COUNTERS) {
      begin(used++, slot, hash, 0);
    } else {
      takeOver(leastCounter(), hash);
    }
  }

  private void begin(int counter, int slot, int hash, long error) {
    slots[slot] = (short) counter;
    hashes[counter] = hash;
    errors[counter] = error;
    counts[counter] = error + 1;
    keys[counter] = null;
  }

  private void takeOver(int counter, int hash) {
    long error = counts[counter];
    free(slot(hashes[counter]));
    begin(counter, slot(hash), hash, error);
  }

  /** Counts only grow, so a round through all of them is needed for each step of the least. */
  private int leastCounter() {
    while (true) {
      for (; cursor < COUNTERS; cursor++) {
        if (counts[cursor] == least) {
          return cursor++;
        }
      }
      cursor = 0;
      least = Arrays.stream(counts).min().orElseThrow();
    }
  }

  /** The slot of this hash, or the free one that it would get. */
  private int slot(int hash) {
    int slot = hash & (SLOTS - 1);
    while (slots[slot] != FREE && hashes[slots[slot]] != hash) {
      slot = (slot + 1) & (SLOTS - 1);
    }
    return slot;
  }

  /** What stands behind is moved up, so that no search ends too early. */
  private void free(int slot) {
    int gap = slot;
    int next = gap;
    while (true) {
      next = (next + 1) & (SLOTS - 1);
      if (slots[next] == FREE) {
        slots[gap] = FREE;
        return;
      }
      int home = hashes[slots[next]] & (SLOTS - 1);
      if (((next - home) & (SLOTS - 1)) >= ((next - gap) & (SLOTS - 1))) {
        slots[gap] = slots[next];
        gap = next;
      }
    }
  }

  private static int hash(byte[] key, int length) {
    long hash = length;
    for (int i = 0; i < length; i++) {
      hash = (hash + key[i] + 129) * FACTOR;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }

  /**
   * Publishes what was counted if the interval is over; of the counting thread, now and then.
   *
   * @return true if it was over
   */
  public boolean tick(long nowNanos) {
    if (nowNanos - beganNanos < intervalNanos) {
      return false;
    }
    if (events > 0 || latest.events() > 0) {
      latest = new Counts(nowNanos, nowNanos - beganNanos, events, top());
      Arrays.fill(slots, (short) FREE);
      used = 0;
      least = 0;
      cursor = 0;
      events = 0;
    }
    beganNanos = nowNanos;
    return true;
  }

  /** Those that came more than once for certain. */
  private List<HotKey> top() {
    List<HotKey> top = new ArrayList<>();
    for (int i = 0; i < used; i++) {
      if (keys[i] != null && counts[i] - errors[i] > 1) {
        top.add(new HotKey(text(keys[i], keys[i].length), counts[i] - errors[i]));
      }
    }
    top.sort(Comparator.comparingLong(HotKey::events).reversed().thenComparing(HotKey::key));
    return List.copyOf(top);
  }

  /** The key of so many bytes as {@link HotKey} has it. */
  static String text(byte[] key, int length) {
    return length <= KEPT_BYTES
        ? new String(key, 0, length, StandardCharsets.UTF_8)
        : new String(key, 0, KEPT_BYTES, StandardCharsets.UTF_8) + "…";
  }

  /** The latest interval that is over; from any thread. */
  Counts latest() {
    return latest;
  }
}
