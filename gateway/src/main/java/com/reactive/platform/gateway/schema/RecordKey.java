package com.reactive.platform.gateway.schema;

import java.util.Arrays;

/**
 * The record key of the event that is being written: of several key fields the first that is there.
 */
final class RecordKey {
  private byte[] bytes = new byte[128];
  private int length;
  private int rank;
  private int readingRank;

  void clear() {
    length = 0;
    rank = Integer.MAX_VALUE;
  }

  /** True if a key field of this rank would still count. */
  boolean wants(int fieldRank) {
    return fieldRank < rank;
  }

  /** What is set from now on is the value of the key field of this rank. */
  void reading(int fieldRank) {
    readingRank = fieldRank;
  }

  /** An empty one is none. */
  void set(AvroOutput avro, int start, int end) {
    if (begin(end - start)) {
      avro.copyTo(bytes, start, end);
    }
  }

  void set(byte[] key) {
    if (begin(key.length)) {
      System.arraycopy(key, 0, bytes, 0, key.length);
    }
  }

  /** Returns UTF-8, valid up to {@link #length}, until the next event. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns 0 if there is no key. */
  int length() {
    return length;
  }

  private boolean begin(int count) {
    if (count == 0) {
      return false;
    }
    if (count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(count, 2 * bytes.length));
    }
    length = count;
    rank = readingRank;
    return true;
  }
}
