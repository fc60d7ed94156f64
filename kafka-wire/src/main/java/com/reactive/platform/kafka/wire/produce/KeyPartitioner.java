package com.reactive.platform.kafka.wire.produce;

/**
 * Maps keys to partitions as Kafka's clients do: murmur2 modulo the number of partitions. Kafka's
 * own method wants the key as an array of its own.
 */
final class KeyPartitioner {
  private static final int SEED = 0x9747b28c;
  private static final int M = 0x5bd1e995;

  private KeyPartitioner() {}

  static int partition(byte[] key, int offset, int length, int partitions) {
    return (murmur2(key, offset, length) & Integer.MAX_VALUE) % partitions;
  }

  private static int murmur2(byte[] key, int offset, int length) {
    int hash = SEED ^ length;
    int end = offset + (length & ~3);
    for (int i = offset; i < end; i += 4) {
      int word = at(key, i) | at(key, i + 1) << 8 | at(key, i + 2) << 16 | at(key, i + 3) << 24;
      word *= M;
      word ^= word >>> 24;
      hash = hash * M ^ word * M;
    }
    int tail = length & 3;
    if (tail > 0) {
      for (int i = tail - 1; i >= 0; i--) {
        hash ^= at(key, end + i) << (8 * i);
      }
      hash *= M;
    }
    hash ^= hash >>> 13;
    hash *= M;
    return hash ^ hash >>> 15;
  }

  private static int at(byte[] key, int i) {
    return key[i] & 0xFF;
  }
}
