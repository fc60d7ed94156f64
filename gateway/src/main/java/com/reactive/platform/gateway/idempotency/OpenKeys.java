package com.reactive.platform.gateway.idempotency;

/** Keys without an outcome, found by their hash: in chains, from key to key. Not thread-safe. */
final class OpenKeys {
  private static final int LEAST_CHAINS = 8;

  /** A power of two of them. */
  private OpenKey[] chains = new OpenKey[LEAST_CHAINS];

  private int count;

  int count() {
    return count;
  }

  /** The key of this hash; null if there is none. */
  OpenKey find(long high, long low) {
    OpenKey key = chains[chain(low)];
    while (key != null && (key.high != high || key.low != low)) {
      key = key.next;
    }
    return key;
  }

  private int chain(long low) {
    return (int) low & (chains.length - 1);
  }

  /** Adds a key of whose hash there is none. */
  void add(OpenKey key) {
    if (count == chains.length) {
      grow();
    }
    link(key);
    count++;
  }

  private void link(OpenKey key) {
    int chain = chain(key.low);
    key.next = chains[chain];
    chains[chain] = key;
  }

  private void grow() {
    OpenKey[] old = chains;
    chains = new OpenKey[2 * old.length];
    for (OpenKey first : old) {
      for (OpenKey key = first; key != null; ) {
        OpenKey next = key.next;
        link(key);
        key = next;
      }
    }
  }

  /**
   * Removes a key.
   *
   * @return false if it is not there, though another of its hash may be
   */
  boolean remove(OpenKey key) {
    int chain = chain(key.low);
    OpenKey before = null;
    OpenKey found = chains[chain];
    while (found != null && found != key) {
      before = found;
      found = found.next;
    }
    if (found == null) {
      return false;
    }
    if (before == null) {
      chains[chain] = key.next;
    } else {
      before.next = key.next;
    }
    key.next = null;
    count--;
    return true;
  }
}
