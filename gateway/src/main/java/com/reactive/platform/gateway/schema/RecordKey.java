package com.reactive.platform.gateway.schema;

import java.util.Arrays;

/**
 * The record key of the event that is being written: of several key fields the first that is there.
 */
final class RecordKey {
  private byte[] bytes = new byte[128];
  private int length;
  private int rank;

  void clear() {
    length = 0;
    rank = Integer.MAX_VALUE;
  }

  /** Reads the value of the key field of this rank, unless a better one was there. */
  void offer(int fieldRank, KeyReader reader, AvroOutput avro, int start, int end) {
    if (fieldRank < rank) {
      int before = length;
      length = 0;
      reader.read(avro, start, end, this);
      if (length > 0) {
        rank = fieldRank;
      } else {
        length = before;
      }
    }
  }

  void set(AvroOutput avro, int start, int end) {
    reserve(end - start);
    avro.copyTo(bytes, start, end);
    length = end - start;
  }

  void set(byte[] key) {
    reserve(key.length);
    System.arraycopy(key, 0, bytes, 0, key.length);
    length = key.length;
  }

  /** Returns UTF-8, valid up to {@link #length}, until the next event. */
  byte[] bytes() {
    return bytes;
  }

  /** Returns 0 if there is no key. */
  int length() {
    return length;
  }

  private void reserve(int count) {
    if (count > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(count, 2 * bytes.length));
    }
  }
}
