package com.reactive.platform.gateway.idempotency;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The idempotency keys that a stream has seen lately, with the outcomes of their events. A key is
 * one of its caller: two callers may choose the same. Thread-safe; locks are held for a look-up
 * only.
 */
public final class KeyWindow {
  private static final int MAX_SHARDS = 64;

  /** Fewer shards, where a segment of each would be a large part of all keys. */
  private static final int KEYS_PER_SHARD = 8 * KeyTable.SEGMENT_KEYS;

  private final KeyShard[] shards;
  private final WindowMemory memory;
  private final Supplier<KeyHasher> hashers;
  private final LongSupplier clockMillis;
  private volatile long windowMillis;

  /** From then on no key is missing, but for those of {@link #behind}. */
  private volatile long sinceMillis;

  /** Some keys of before are missing for good. */
  private volatile long lackedMillis;

  /** Readers that lack keys of now: while there is one, keys of any age may be missing. */
  private final Set<Object> behind = ConcurrentHashMap.newKeySet();

  /** How many sources are being read; changed under {@link #afterRebuild}. */
  private volatile int rebuilds;

  private final Set<Runnable> afterRebuild = new LinkedHashSet<>();

  /**
   * The window at one moment.
   *
   * @param windowMillis how long a key is remembered at most
   * @param reachMillis how far back no key is missing
   * @param keys remembered, with an outcome
   * @param open keys whose event has no outcome yet
   */
  public record Stats(long windowMillis, long reachMillis, long keys, long open) {}

  /**
   * @param windowMillis how long a key is remembered
   * @param maxKeys how many are, at most
   */
  KeyWindow(
      WindowMemory memory,
      Supplier<KeyHasher> hashers,
      LongSupplier clockMillis,
      long windowMillis,
      int maxKeys) {
    this.memory = memory;
    this.hashers = hashers;
    this.clockMillis = clockMillis;
    this.sinceMillis = clockMillis.getAsLong();
    int count = Math.min(MAX_SHARDS, Integer.highestOneBit(Math.max(1, maxKeys / KEYS_PER_SHARD)));
    shards = new KeyShard[count];
    Arrays.setAll(shards, i -> new KeyShard(memory, clockMillis));
    limit(windowMillis, maxKeys);
    memory.add(List.of(shards));
  }

  /** Changes the bounds. */
  void limit(long windowMillis, int maxKeys) {
    this.windowMillis = windowMillis;
    for (KeyShard shard : shards) {
      shard.limit(windowMillis, Math.max(KeyTable.SEGMENT_KEYS, maxKeys / shards.length));
    }
  }

  private KeyShard shard(long high) {
    return shards[(int) high & (shards.length - 1)];
  }

  /**
   * Claims a key for a request.
   *
   * @param key whose hash was computed last
   * @param fingerprint of the request
   */
  public KeyClaim claim(KeyHasher key, long fingerprint) {
    return shard(key.high()).claim(key.high(), key.low(), KeyShard.shortened(fingerprint));
  }

  /** As {@link #claim}, but a key that is not known stays so. */
  public KeyClaim lookUp(KeyHasher key, long fingerprint) {
    return shard(key.high()).lookUp(key.high(), key.low(), KeyShard.shortened(fingerprint));
  }

  /**
   * Opens the key of an event that has claimed none, and comes again because its outcome is
   * unknown: with its event id as the key.
   *
   * @param key whose hash was computed last
   * @param fingerprint of the request; 0 if it is not known: a repeat may have any body
   * @return to be told the outcome, the same as before if it is open so already; null if another
   *     request has claimed the key, or its outcome is known
   */
  public OpenKey open(KeyHasher key, long fingerprint) {
    int kept = fingerprint == 0 ? KeyShard.ANY_REQUEST : KeyShard.shortened(fingerprint);
    return shard(key.high()).open(key.high(), key.low(), kept);
  }

  /** For one thread. */
  public KeyHasher newHasher() {
    return hashers.get();
  }

  /** Finds a key whose hash was computed last; null if it is not remembered. */
  public RememberedKey find(KeyHasher key) {
    return shard(key.high()).find(key.high(), key.low());
  }

  /**
   * Notes that an event is in Kafka, from a source other than its own request: the log, or a spool.
   *
   * @param key whose hash was computed last
   * @param outcome where it is, by {@link StoredOutcome}
   * @param timestampMillis of the record
   */
  public void restore(KeyHasher key, long fingerprint, long outcome, long timestampMillis) {
    shard(key.high())
        .restore(key.high(), key.low(), KeyShard.shortened(fingerprint), outcome, timestampMillis);
  }

  /** Keys of before are being read from the log: until then a claim may be wrong. */
  public void beginRebuild() {
    synchronized (afterRebuild) {
      rebuilds++;
    }
  }

  /** All is read that can be; once for each {@link #beginRebuild}. */
  public void endRebuild() {
    List<Runnable> due = List.of();
    synchronized (afterRebuild) {
      rebuilds--;
      if (rebuilds == 0) {
        due = List.copyOf(afterRebuild);
        afterRebuild.clear();
      }
    }
    due.forEach(Runnable::run);
  }

  /** True between {@link #beginRebuild} and {@link #endRebuild}: keys are not to be claimed. */
  public boolean isRebuilding() {
    return rebuilds > 0;
  }

  /** How many still read keys of before. */
  public int rebuilds() {
    return rebuilds;
  }

  /**
   * Runs something when the window is not being rebuilt any more, once: on whatever thread ends
   * that, or at once. It must not block.
   *
   * @param action if it waits already, it does not do so twice
   */
  public void afterRebuild(Runnable action) {
    synchronized (afterRebuild) {
      if (rebuilds > 0) {
        afterRebuild.add(action);
        return;
      }
    }
    action.run();
  }

  /** Keys are known from then on, not only since the window was made. */
  public synchronized void reachesBackTo(long millis) {
    sinceMillis = Math.min(sinceMillis, millis);
  }

  /** Keys of before are missing, and nobody will read them any more. */
  public synchronized void lacksKeysBefore(long millis) {
    lackedMillis = Math.max(lackedMillis, millis);
  }

  /**
   * What others write now is not known, until {@link #isUpToDate}.
   *
   * @param reader that should have read it
   */
  public void isBehind(Object reader) {
    behind.add(reader);
  }

  /** This reader has read all, or need not any more. */
  public void isUpToDate(Object reader) {
    behind.remove(reader);
  }

  /** Drops the keys whose time is over. */
  void expire() {
    for (KeyShard shard : shards) {
      shard.expire();
    }
  }

  /** Counts its keys, and drops those whose time is over. */
  public Stats stats() {
    expire();
    long keys = 0;
    long open = 0;
    long missingMillis = Math.max(sinceMillis, lackedMillis);
    for (KeyShard shard : shards) {
      keys += shard.keys();
      open += shard.openKeys();
      missingMillis = Math.max(missingMillis, shard.evictedMillis());
    }
    long known = clockMillis.getAsLong() - missingMillis;
    long reach = behind.isEmpty() ? Math.max(0, known) : 0;
    return new Stats(windowMillis, Math.min(windowMillis, reach), keys, open);
  }

  /** Forgets all keys; requests that are under way get their outcome all the same. */
  void close() {
    memory.remove(List.of(shards));
    for (KeyShard shard : shards) {
      shard.close();
    }
  }
}
