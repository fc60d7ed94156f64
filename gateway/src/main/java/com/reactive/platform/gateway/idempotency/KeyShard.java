package com.reactive.platform.gateway.idempotency;

import java.util.List;
import java.util.function.LongSupplier;

/** A part of the keys of a stream, by their hash, under a lock of its own. Thread-safe. */
final class KeyShard implements WindowMemory.Holder, OpenKey.Owner {
  /** A segment holds the keys of a quarter of the window at most. */
  private static final int SEGMENTS_OF_WINDOW = 4;

  /** The fingerprint of a request that is not known: a repeat of it may have any body. */
  static final int ANY_REQUEST = 0;

  /** The fingerprint of a request of which nothing may be told, and one in four billion others. */
  private static final int NOT_TOLD = Integer.MIN_VALUE;

  private final WindowMemory memory;
  private final LongSupplier clockMillis;

  // The rest is guarded by this.
  private final KeyTable table = new KeyTable();
  private final OpenKeys open = new OpenKeys();
  private long windowMillis;
  private int maxKeys;
  private boolean closed;
  private long evictedMillis = Long.MIN_VALUE;

  private volatile long oldestMillis = Long.MAX_VALUE;

  KeyShard(WindowMemory memory, LongSupplier clockMillis) {
    this.memory = memory;
    this.clockMillis = clockMillis;
  }

  /** Bounds from now on; what is beyond them goes with the next key. */
  synchronized void limit(long windowMillis, int maxKeys) {
    this.windowMillis = windowMillis;
    this.maxKeys = maxKeys;
  }

  /** As {@link KeyWindow#claim}. */
  synchronized KeyClaim claim(long high, long low, int fingerprint) {
    KeyClaim known = lookUp(high, low, fingerprint);
    boolean isFirst = known.kind() == KeyClaim.Kind.FIRST;
    return isFirst ? KeyClaim.first(add(high, low, fingerprint, true)) : known;
  }

  /** As {@link KeyWindow#lookUp}. */
  synchronized KeyClaim lookUp(long high, long low, int fingerprint) {
    int position = findLiving(high, low);
    if (position >= 0) {
      return isSame(table.fingerprint(position), fingerprint)
          ? KeyClaim.done(table.outcome(position))
          : KeyClaim.REUSED;
    }
    OpenKey earlier = open.find(high, low);
    if (earlier == null) {
      return KeyClaim.NOT_KNOWN;
    }
    return isSame(earlier.fingerprint, fingerprint) ? KeyClaim.underWay(earlier) : KeyClaim.REUSED;
  }

  /** The position of a key whose time is not over; one whose time is over is dropped. */
  private int findLiving(long high, long low) {
    int position = table.find(high, low);
    return position < 0 ? -1 : livingAt(position, clockMillis.getAsLong());
  }

  private int livingAt(int position, long millis) {
    if (millis - table.lastMillis(position) > windowMillis) {
      long before = table.bytes();
      table.remove(position);
      changed(before);
      return -1;
    }
    return position;
  }

  private OpenKey add(long high, long low, int fingerprint, boolean claimed) {
    OpenKey key = new OpenKey(high, low, fingerprint, claimed, this);
    open.add(key);
    return key;
  }

  /** Of a fingerprint, what is kept; never {@link #ANY_REQUEST}. */
  static int shortened(long fingerprint) {
    int bits = (int) fingerprint;
    return bits == ANY_REQUEST ? NOT_TOLD : bits;
  }

  /**
   * Where one of them is not told, as before or after a schema protects its fields, none is wrong.
   */
  private static boolean isSame(int known, int fingerprint) {
    return known == fingerprint
        || known == ANY_REQUEST
        || known == NOT_TOLD
        || fingerprint == NOT_TOLD;
  }

  /** As {@link KeyWindow#open}. */
  synchronized OpenKey open(long high, long low, int fingerprint) {
    RememberedKey earlier = find(high, low);
    if (earlier != null) {
      OpenKey known = earlier.open();
      boolean isIts = known != null && !known.claimed && known.fingerprint == fingerprint;
      return isIts ? known : null;
    }
    return add(high, low, fingerprint, false);
  }

  /** Null if there is no such key. */
  synchronized RememberedKey find(long high, long low) {
    OpenKey earlier = open.find(high, low);
    if (earlier != null) {
      return new RememberedKey(earlier, 0);
    }
    int position = findLiving(high, low);
    return position < 0 ? null : new RememberedKey(null, table.outcome(position));
  }

  @Override
  public List<OpenKey.Repeat> close(OpenKey key, long outcome) {
    List<OpenKey.Repeat> told;
    synchronized (this) {
      // Not if the log closed it: since then the key may have been forgotten and opened anew.
      if (open.remove(key)) {
        long now = clockMillis.getAsLong();
        store(key.high, key.low, key.fingerprint, outcome, now, now);
      }
      told = key.closed();
    }
    memory.makeRoom();
    return told;
  }

  @Override
  public synchronized List<OpenKey.Repeat> forget(OpenKey key) {
    open.remove(key);
    return key.closed();
  }

  @Override
  public boolean isOf(OpenKey key, long requestFingerprint) {
    return isSame(key.fingerprint, shortened(requestFingerprint));
  }

  /** Notes that an event is in Kafka, as the log says, unless that is another request's. */
  void restore(long high, long low, int fingerprint, long outcome, long millis) {
    OpenKey earlier;
    synchronized (this) {
      earlier = open.find(high, low);
      if (earlier == null) {
        restoreClosed(high, low, fingerprint, outcome, millis);
      }
    }
    if (earlier == null) {
      memory.makeRoom();
    } else if (isSame(earlier.fingerprint, fingerprint) && StoredOutcome.isPlaced(outcome)) {
      earlier.written(outcome);
    }
  }

  private void restoreClosed(long high, long low, int fingerprint, long outcome, long millis) {
    int known = table.find(high, low);
    int position = known < 0 ? -1 : livingAt(known, millis);
    if (position < 0) {
      store(high, low, fingerprint, outcome, millis, clockMillis.getAsLong());
    } else if (isSame(table.fingerprint(position), fingerprint)
        && !StoredOutcome.isPlaced(table.outcome(position))) {
      table.outcome(position, outcome);
    }
  }

  /** Stores the outcome of a key that is not in the table: no open one is. */
  private void store(
      long high, long low, int fingerprint, long outcome, long millis, long nowMillis) {
    if (closed) {
      return;
    }
    long before = table.bytes();
    evictBeyondBounds(nowMillis);
    long span = windowMillis / SEGMENTS_OF_WINDOW;
    // A time to come, by another's clock or a forged record, would keep all that is behind it.
    noteEvicted(table.add(high, low, fingerprint, outcome, Math.min(millis, nowMillis), span));
    changed(before);
  }

  private void evictBeyondBounds(long nowMillis) {
    table.expire(nowMillis - windowMillis, false);
    while (table.keys() >= maxKeys) {
      noteEvicted(table.evictOldest());
    }
  }

  private void noteEvicted(long millis) {
    evictedMillis = Math.max(evictedMillis, millis);
  }

  private void changed(long bytesBefore) {
    memory.use(table.bytes() - bytesBefore);
    if (oldestMillis != table.oldestMillis()) {
      oldestMillis = table.oldestMillis();
    }
  }

  @Override
  public long oldestMillis() {
    return oldestMillis;
  }

  @Override
  public synchronized void evictOldest() {
    if (table.oldestMillis() != Long.MAX_VALUE) {
      long before = table.bytes();
      noteEvicted(table.evictOldest());
      changed(before);
    }
  }

  /** Drops the keys whose time is over. */
  synchronized void expire() {
    long before = table.bytes();
    table.expire(clockMillis.getAsLong() - windowMillis, true);
    changed(before);
  }

  /** Drops all keys, and keeps none that become known later. */
  synchronized void close() {
    closed = true;
    while (table.oldestMillis() != Long.MAX_VALUE) {
      evictOldest();
    }
  }

  synchronized int keys() {
    return table.keys();
  }

  synchronized int openKeys() {
    return open.count();
  }

  /** The youngest time of keys that went before their time was over. */
  synchronized long evictedMillis() {
    return evictedMillis;
  }
}
