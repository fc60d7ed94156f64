package com.reactive.platform.gateway.idempotency;

/**
 * Keys with their outcomes in the order of their coming, 28 bytes each: 128 bits of a hash stand
 * for the key, 32 bits for the body of its request. They lie in segments, and a segment leaves as a
 * whole, the oldest first. Not thread-safe.
 *
 * <pre>
 * segment: long[] { first millis, last millis, (high, low, outcome) x 128, fingerprint x 128 }
 * </pre>
 */
final class KeyTable {
  static final int SEGMENT_KEYS = 128;

  private static final int HEAD = 2;
  private static final int FIRST = 0;
  private static final int LAST = 1;
  private static final int FINGERPRINTS = HEAD + 3 * SEGMENT_KEYS;
  private static final int SEGMENT_LONGS = FINGERPRINTS + SEGMENT_KEYS / 2;
  static final int SEGMENT_BYTES = 16 + Long.BYTES * SEGMENT_LONGS;
  private static final int MAX_SEGMENTS = KeyIndex.MAX_POSITIONS / SEGMENT_KEYS;

  /** This part of the segments leaves together, since that takes a look at the whole index. */
  private static final int PARTS = 16;

  private static final long[][] NONE = {};

  private final KeyIndex index = new KeyIndex();

  /** A ring; the position of a key is its segment's place here and its own in the segment. */
  private long[][] ring = NONE;

  private int oldest;
  private int segments;

  /** As {@link #oldestMillis()}. */
  private long oldestMillis = Long.MAX_VALUE;

  /** Keys in the youngest segment, with those that were removed. */
  private int used;

  int keys() {
    return index.count();
  }

  long bytes() {
    return index.bytes() + (long) segments * SEGMENT_BYTES + (long) Integer.BYTES * ring.length;
  }

  /** True if the next key of this time needs a segment of its own. */
  private boolean needsSegment(long millis, long maxSpanMillis) {
    return segments == 0 || used == SEGMENT_KEYS || millis - youngest()[FIRST] > maxSpanMillis;
  }

  private long[] youngest() {
    return ring[place(segments - 1)];
  }

  private int place(int segment) {
    int place = oldest + segment;
    return place >= MAX_SEGMENTS ? place - MAX_SEGMENTS : place;
  }

  /** The position of a key; -1 if it is not there. */
  int find(long high, long low) {
    int slot = index.first(hash(low));
    while (slot >= 0 && !isAt(index.position(slot), high, low)) {
      slot = index.next(slot);
    }
    return slot < 0 ? -1 : index.position(slot);
  }

  private static int hash(long low) {
    return (int) (low >>> (Long.SIZE - KeyIndex.HASH_BITS));
  }

  private boolean isAt(int position, long high, long low) {
    long[] segment = segment(position);
    int at = at(position);
    return segment[at] == high && segment[at + 1] == low;
  }

  private long[] segment(int position) {
    return ring[position / SEGMENT_KEYS];
  }

  private static int at(int position) {
    return HEAD + 3 * (position % SEGMENT_KEYS);
  }

  long outcome(int position) {
    return segment(position)[at(position) + 2];
  }

  void outcome(int position, long outcome) {
    segment(position)[at(position) + 2] = outcome;
  }

  int fingerprint(int position) {
    int key = position % SEGMENT_KEYS;
    return (int) (segment(position)[FINGERPRINTS + key / 2] >>> (Integer.SIZE * (key & 1)));
  }

  /** The youngest time in the segment of a key. */
  long lastMillis(int position) {
    return segment(position)[LAST];
  }

  /**
   * Adds a key that is not there.
   *
   * @param maxSpanMillis between the first and the last key of a segment
   * @return the youngest time of keys that had to go because positions are used up; else {@link
   *     Long#MIN_VALUE}
   */
  long add(long high, long low, int fingerprint, long outcome, long millis, long maxSpanMillis) {
    long evicted = Long.MIN_VALUE;
    if (needsSegment(millis, maxSpanMillis)) {
      if (segments == MAX_SEGMENTS) {
        evicted = evictOldest();
      }
      addSegment(millis);
    }
    int position = place(segments - 1) * SEGMENT_KEYS + used++;
    long[] segment = segment(position);
    int at = at(position);
    segment[at] = high;
    segment[at + 1] = low;
    segment[at + 2] = outcome;
    int key = position % SEGMENT_KEYS;
    segment[FINGERPRINTS + key / 2] |=
        Integer.toUnsignedLong(fingerprint) << (Integer.SIZE * (key & 1));
    segment[LAST] = Math.max(segment[LAST], millis);
    oldestMillis = segments == 1 ? segment[LAST] : oldestMillis;
    index.add(hash(low), position);
    return evicted;
  }

  private void addSegment(long millis) {
    if (ring == NONE) {
      ring = new long[MAX_SEGMENTS][];
    }
    long[] segment = new long[SEGMENT_LONGS];
    segment[FIRST] = millis;
    segment[LAST] = millis;
    ring[place(segments)] = segment;
    segments++;
    used = 0;
  }

  /** The youngest time in the oldest segment; {@link Long#MAX_VALUE} if there is none. */
  long oldestMillis() {
    return oldestMillis;
  }

  private int segmentsLeaving() {
    return Math.max(1, segments / PARTS);
  }

  /**
   * Drops the oldest segments, of which there must be one.
   *
   * @return the youngest time in them
   */
  long evictOldest() {
    return evict(segmentsLeaving());
  }

  /**
   * Drops the segments whose times are all over.
   *
   * @param few true if it need not wait until there are some more
   */
  void expire(long beforeMillis, boolean few) {
    int least = few ? 1 : segmentsLeaving();
    if (oldestMillis >= beforeMillis || lastMillisOf(least - 1) >= beforeMillis) {
      return;
    }
    int over = 1;
    while (over < segments && lastMillisOf(over) < beforeMillis) {
      over++;
    }
    evict(over);
  }

  private long lastMillisOf(int segment) {
    return ring[place(segment)][LAST];
  }

  private long evict(int count) {
    int end = place(count);
    if (count == segments) {
      index.clear(); // A full ring ends where it begins.
    } else {
      index.removeAll(oldest * SEGMENT_KEYS, end * SEGMENT_KEYS);
    }
    long youngest = Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      youngest = Math.max(youngest, lastMillisOf(i));
      ring[place(i)] = null;
    }
    oldest = end;
    segments -= count;
    if (segments == 0) {
      ring = NONE;
      oldest = 0;
    }
    oldestMillis = segments == 0 ? Long.MAX_VALUE : lastMillisOf(0);
    return youngest;
  }

  /** Removes the key at a position; its room is free when its segment goes. */
  void remove(int position) {
    index.remove(hash(segment(position)[at(position) + 1]), position);
  }
}
