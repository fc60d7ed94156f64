package com.reactive.platform.gateway.security;

import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens that were verified, by their digest, so that a repeated one costs a hash instead of a
 * signature.
 *
 * <p>Bounded by generations: when the young one is full it becomes the old one, whose predecessor
 * is dropped; what is asked for again moves back to the young one. At most twice the capacity is
 * held. Thread-safe.
 */
final class RecentTokens {

  /** Who a token speaks for, and until when, in milliseconds since the epoch. */
  record Verified(Caller caller, long untilMillis) {}

  private record Generations(
      ConcurrentHashMap<Sha256, Verified> young, ConcurrentHashMap<Sha256, Verified> old) {}

  private final int capacity;
  private volatile Generations generations =
      new Generations(new ConcurrentHashMap<>(), new ConcurrentHashMap<>());

  RecentTokens(int capacity) {
    this.capacity = capacity;
  }

  /** Null if it is not known, or not any more. */
  Verified get(Sha256 token) {
    Generations now = generations;
    Verified found = now.young.get(token);
    if (found == null) {
      found = now.old.get(token);
      if (found != null) {
        put(token, found);
      }
    }
    return found;
  }

  void put(Sha256 token, Verified verified) {
    Generations now = generations;
    now.young.put(token, verified);
    if (now.young.size() >= capacity) {
      turn(now);
    }
  }

  @SuppressWarnings("ReferenceEquality") // These very ones, and not what is in them.
  private synchronized void turn(Generations full) {
    if (generations == full) {
      generations = new Generations(new ConcurrentHashMap<>(), full.young);
    }
  }

  int size() {
    Generations now = generations;
    return now.young.size() + now.old.size();
  }
}
