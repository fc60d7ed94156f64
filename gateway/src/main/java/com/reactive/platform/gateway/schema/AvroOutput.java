package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.Arrays;

/** A growing buffer of Avro's binary encoding; its limit is checked wherever it grows. */
final class AvroOutput {
  /** Near the largest array that a JVM makes. */
  static final int MAX_LENGTH = Integer.MAX_VALUE - 64;

  /** A buffer that one huge event made larger is not kept. */
  private static final int MAX_KEPT_BYTES = 1 << 20;

  private byte[] bytes = new byte[1_024];
  private int length;
  private int limit;

  void begin(int maxLength) {
    length = 0;
    limit = maxLength;
    if (bytes.length > MAX_KEPT_BYTES) {
      bytes = new byte[1_024];
    }
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  /** Takes back what was written from there on. */
  void truncate(int to) {
    length = to;
  }

  void writeByte(int value) throws InvalidEventException {
    ensure(1);
    bytes[length++] = (byte) value;
  }

  void write(byte[] source) throws InvalidEventException {
    write(source, 0, source.length);
  }

  void write(byte[] source, int offset, int count) throws InvalidEventException {
    ensure(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** Zigzag, then seven bits a byte, as Avro has ints and longs. */
  void writeLong(long value) throws InvalidEventException {
    ensure(10);
    length = putLong(length, value);
  }

  private int putLong(int at, long value) {
    int i = at;
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      bytes[i++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[i++] = (byte) rest;
    return i;
  }

  void writeFloat(float value) throws InvalidEventException {
    writeLittleEndian(Float.floatToIntBits(value), 4);
  }

  void writeDouble(double value) throws InvalidEventException {
    writeLittleEndian(Double.doubleToLongBits(value), 8);
  }

  void writeLittleEndian(long value, int count) throws InvalidEventException {
    ensure(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) (value >>> (8 * i));
    }
  }

  /** The length in bytes, then UTF-8. False, with nothing written, if there is half a pair. */
  boolean writeString(char[] text, int offset, int count) throws InvalidEventException {
    int start = length;
    writeLong(count);
    ensure(count);
    int at = length;
    int i = 0;
    while (i < count && text[offset + i] < 0x80) {
      bytes[at++] = (byte) text[offset + i++];
    }
    length = at;
    if (i == count) {
      return true;
    }
    length = start;
    int size = Utf8Text.size(text, offset, count);
    if (size < 0) {
      return false;
    }
    writeLong(size);
    ensure(size);
    length = Utf8Text.encode(text, offset, count, bytes, length);
    return true;
  }

  /** The length, then the low byte of each character. */
  void writeLatin1(char[] text, int offset, int count) throws InvalidEventException {
    ensure(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) text[offset + i];
    }
  }

  /** Puts a number before all that was written since {@code start}. */
  void insertLong(int start, long value) throws InvalidEventException {
    int count = length - start;
    writeLong(value);
    int size = length - start - count;
    System.arraycopy(bytes, start, bytes, start + size, count);
    putLong(start, value);
  }

  /** Puts what was appended since {@code tail} in the place of what was written since start. */
  void replace(int start, int tail) {
    System.arraycopy(bytes, tail, bytes, start, length - tail);
    length = start + (length - tail);
  }

  /** Appends a copy of what lies there. */
  void repeat(int start, int end) throws InvalidEventException {
    ensure(end - start);
    System.arraycopy(bytes, start, bytes, length, end - start);
    length += end - start;
  }

  void ensure(int count) throws InvalidEventException {
    if (count > bytes.length - length) {
      grow(count);
    }
  }

  private void grow(int count) throws InvalidEventException {
    long needed = (long) length + count;
    if (needed > limit) {
      throw InvalidEventException.schema("", "the event is too large in Avro, for its JSON");
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(MAX_LENGTH, Math.max(bytes.length * 2L, needed)));
  }
}
