package com.reactive.platform.gateway.schema;

import java.util.concurrent.ThreadLocalRandom;

/** Hashes keys of clients, who must not know which of them collide. */
final class KeyHash {
  private static final long FACTOR = ThreadLocalRandom.current().nextLong() | 1;

  private KeyHash() {}

  static int of(byte[] bytes, int from, int to) {
    long hash = (long) to - from;
    for (int i = from; i < to; i++) {
      hash = (hash + bytes[i] + 129) * FACTOR;
      hash ^= hash >>> 32;
    }
    return (int) hash;
  }
}
