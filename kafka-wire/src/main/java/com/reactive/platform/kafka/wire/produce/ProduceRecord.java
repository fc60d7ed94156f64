package com.reactive.platform.kafka.wire.produce;

import java.util.Arrays;

/**
 * One record, as slices of the caller's arrays. Mutable and reused: the core reads it while it is
 * appended, and not after. Belongs to one event loop.
 */
public final class ProduceRecord {
  static final int NO_KEY = -1;

  long timestampMillis;
  byte[] key;
  int keyOffset;
  int keyLength = NO_KEY;
  byte[] chooser;
  int chooserOffset;
  int chooserLength = NO_KEY;
  byte[] value;
  int valueOffset;
  int valueLength;
  int headers;
  byte[][] headerNames = new byte[8][];
  byte[][] headerValues = new byte[8][];
  int[] headerOffsets = new int[8];
  int[] headerLengths = new int[8];

  /** Starts a new record, without key and headers. */
  public ProduceRecord begin(long timestampMillis) {
    this.timestampMillis = timestampMillis;
    keyLength = NO_KEY;
    chooserLength = NO_KEY;
    headers = 0;
    return this;
  }

  public ProduceRecord key(byte[] source, int offset, int length) {
    key = source;
    keyOffset = offset;
    keyLength = length;
    return this;
  }

  /** The partition is that of a record with this key, though this one may have none. */
  public ProduceRecord partitionBy(byte[] source, int offset, int length) {
    chooser = source;
    chooserOffset = offset;
    chooserLength = length;
    return this;
  }

  public ProduceRecord value(byte[] source, int offset, int length) {
    value = source;
    valueOffset = offset;
    valueLength = length;
    return this;
  }

  /**
   * Adds a header.
   *
   * @param name UTF-8, whole
   */
  public ProduceRecord header(byte[] name, byte[] source, int offset, int length) {
    if (headers == headerNames.length) {
      int more = 2 * headers;
      headerNames = Arrays.copyOf(headerNames, more);
      headerValues = Arrays.copyOf(headerValues, more);
      headerOffsets = Arrays.copyOf(headerOffsets, more);
      headerLengths = Arrays.copyOf(headerLengths, more);
    }
    headerNames[headers] = name;
    headerValues[headers] = source;
    headerOffsets[headers] = offset;
    headerLengths[headers] = length;
    headers++;
    return this;
  }
}
