package com.reactive.platform.gateway.limit;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A rate limit for each of many keys: requests take a token each beforehand, bytes are charged once
 * they are known. Thread-safe, never blocks for long.
 *
 * <p>A bucket is one number: the time at which it will be full again (the generic cell rate
 * algorithm). A token taken moves it on by what one token takes to come back; a request fits in if
 * the bucket is not more than its whole depth away from full. A bucket whose time has come is as
 * good as none, so dropping it forgets nothing: that is how the number of them is bounded. Whoever
 * drops one first marks it dead by compare-and-set, so that a token taken at the same moment is not
 * lost with it.
 *
 * <p>When there are too many and none is full, keys that are not known yet share a few buckets by
 * their hash: a flood of addresses is held down together, and does not grow the heap.
 */
final class TokenBuckets<K> {
  private static final long DEAD = Long.MIN_VALUE;
  private static final long SWEEP_EVERY_NANOS = TimeUnit.SECONDS.toNanos(1);
  private static final long MAX_DEBT_NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int SHARED = 64;

  /** So that no sum of a time and two of these overflows. */
  private static final double MOST_NANOS = Long.MAX_VALUE / 4.0;

  private final ConcurrentHashMap<K, AtomicLong> buckets = new ConcurrentHashMap<>();
  private final AtomicLong[] shared = new AtomicLong[SHARED];
  private final int maxBuckets;
  private final long originNanos;
  private final AtomicLong nextSweepNanos = new AtomicLong();

  /**
   * No buckets yet.
   *
   * @param nowNanos as {@link System#nanoTime}; times before it do not occur
   */
  TokenBuckets(int maxBuckets, long nowNanos) {
    this.maxBuckets = maxBuckets;
    this.originNanos = nowNanos;
    for (int i = 0; i < SHARED; i++) {
      shared[i] = new AtomicLong();
    }
  }

  /**
   * Takes a token if there is one.
   *
   * @param ratePerSecond how many come back in a second; more than 0
   * @param burst how many a full bucket has; at least 1
   * @param nowNanos as {@link System#nanoTime}
   * @return 0, or for how many nanoseconds there is none
   */
  long take(K key, double ratePerSecond, long burst, long nowNanos) {
    long now = nowNanos - originNanos;
    long perToken = nanos(1, ratePerSecond);
    long depth = (long) Math.min((double) perToken * (burst - 1), MOST_NANOS);
    while (true) {
      AtomicLong bucket = bucket(key, now);
      long fullAt = bucket.getPlain();
      while (fullAt != DEAD) {
        // Under a lower rate the bucket may be owed more than it now holds; that is forgiven.
        long from = Math.min(Math.max(fullAt, now), now + depth + perToken);
        if (from - now > depth) {
          if (from < fullAt) {
            bucket.compareAndSet(fullAt, from);
          }
          return from - now - depth;
        }
        long seen = bucket.compareAndExchange(fullAt, from + perToken);
        if (seen == fullAt) {
          return 0;
        }
        fullAt = seen;
      }
    }
  }

  /**
   * Takes as many tokens as something has cost. The bucket may be left in debt, of ten minutes at
   * most.
   *
   * @param burst how many a full bucket has
   */
  void charge(K key, double ratePerSecond, long burst, long tokens, long nowNanos) {
    long now = nowNanos - originNanos;
    long most = now + nanos(burst, ratePerSecond) + MAX_DEBT_NANOS;
    long cost = nanos(tokens, ratePerSecond);
    while (true) {
      AtomicLong bucket = bucket(key, now);
      long fullAt = bucket.getPlain();
      while (fullAt != DEAD) {
        long next = Math.max(fullAt, Math.min(Math.max(fullAt, now) + cost, most));
        long seen = bucket.compareAndExchange(fullAt, next);
        if (seen == fullAt) {
          return;
        }
        fullAt = seen;
      }
    }
  }

  /** For how many nanoseconds there is nothing in a bucket that is charged; 0 if there is. */
  long waitNanos(K key, double ratePerSecond, long burst, long nowNanos) {
    long now = nowNanos - originNanos;
    AtomicLong bucket = buckets.get(key);
    if (bucket == null) {
      if (hasRoom(now)) {
        return 0;
      }
      bucket = sharedBy(key);
    }
    long owed = Math.max(bucket.getPlain(), now) - now;
    return Math.max(0, owed - nanos(burst, ratePerSecond) + 1);
  }

  private static long nanos(long tokens, double ratePerSecond) {
    double nanos = tokens * (double) TimeUnit.SECONDS.toNanos(1) / ratePerSecond;
    return (long) Math.min(Math.max(1, nanos), MOST_NANOS);
  }

  private AtomicLong bucket(K key, long now) {
    AtomicLong bucket = buckets.get(key);
    if (bucket != null && bucket.getPlain() != DEAD) {
      return bucket;
    }
    if (bucket != null) {
      buckets.remove(key, bucket);
    }
    if (!hasRoom(now)) {
      return sharedBy(key);
    }
    return buckets.computeIfAbsent(key, k -> new AtomicLong(now));
  }

  private boolean hasRoom(long now) {
    if (buckets.size() >= maxBuckets) {
      dropTheFull(now);
    }
    return buckets.size() < maxBuckets;
  }

  private AtomicLong sharedBy(K key) {
    return shared[Math.floorMod(spread(key.hashCode()), SHARED)];
  }

  /** Once a second at most, by whoever finds no room. */
  private void dropTheFull(long now) {
    long next = nextSweepNanos.getPlain();
    if (now >= next && nextSweepNanos.compareAndSet(next, now + SWEEP_EVERY_NANOS)) {
      buckets.forEach(
          (key, bucket) -> {
            long fullAt = bucket.getPlain();
            if (fullAt <= now && bucket.compareAndSet(fullAt, DEAD)) {
              buckets.remove(key, bucket);
            }
          });
    }
  }

  private static int spread(int hash) {
    return (hash * 0x9E3779B9) >>> 16;
  }

  /** How many are held apart now. */
  int size() {
    return buckets.size();
  }
}
