package com.reactive.platform.outbox;

import java.util.Arrays;

/**
 * The values of one row, as text, where they lie in the message. Reused for the next row: only the
 * buffer may be kept.
 */
final class Tuple {
  private static final int NULL = -1;
  private static final int ABSENT = -2;

  private byte[] buffer;
  private int count;
  private int[] offsets = new int[16];
  private int[] lengths = new int[16];

  void begin(byte[] message, int columns) {
    buffer = message;
    count = 0;
    if (columns > offsets.length) {
      offsets = new int[columns];
      lengths = new int[columns];
    }
  }

  void add(int offset, int length) {
    offsets[count] = offset;
    lengths[count++] = length;
  }

  void addNull() {
    add(0, NULL);
  }

  /** Of a large value that did not change, and therefore is not sent. */
  void addAbsent() {
    add(0, ABSENT);
  }

  byte[] buffer() {
    return buffer;
  }

  /** The value of a column, which is not NULL. */
  byte[] copy(int column) {
    return Arrays.copyOfRange(buffer, offsets[column], offsets[column] + lengths[column]);
  }

  int size() {
    return count;
  }

  boolean isNull(int column) {
    return lengths[column] < 0;
  }

  int offset(int column) {
    return offsets[column];
  }

  /** Negative if it has no value. */
  int length(int column) {
    return lengths[column];
  }
}
