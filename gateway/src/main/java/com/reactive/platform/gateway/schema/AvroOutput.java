package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.Arrays;

/** Writes Avro's binary encoding; its limit is checked wherever it grows. */
public final class AvroOutput extends EventBuffer {
  private int limit = MAX_LENGTH;

  /** Limits what is written from now on to so many bytes, so far as the room must grow for it. */
  void limit(long maxLength) {
    limit = (int) Math.min(length + maxLength, MAX_LENGTH);
  }

  int byteAt(int position) {
    return bytes[origin + position];
  }

  /** The number that lies there, as {@link #writeLong} has it. */
  long longAt(int position) {
    long value = 0;
    int at = position;
    int shift = 0;
    for (; byteAt(at) < 0; shift += 7) {
      value |= (byteAt(at++) & 0x7FL) << shift;
    }
    value |= (long) byteAt(at) << shift;
    return value >>> 1 ^ -(value & 1);
  }

  /** The position behind the number that lies there. */
  int afterLong(int position) {
    int at = position;
    while (byteAt(at) < 0) {
      at++;
    }
    return at + 1;
  }

  /** True if what lies between these positions is this value. */
  boolean holds(int start, int end, byte[] value) {
    return Arrays.equals(bytes, origin + start, origin + end, value, 0, value.length);
  }

  /** True if the same bytes lie in both places. */
  boolean holdsTwice(int start, int end, int otherStart, int otherEnd) {
    return Arrays.equals(
        bytes, origin + start, origin + end, bytes, origin + otherStart, origin + otherEnd);
  }

  /** Copies what lies there out. */
  void copyTo(byte[] target, int start, int end) {
    System.arraycopy(bytes, origin + start, target, 0, end - start);
  }

  void append(int value) throws InvalidEventException {
    ensure(1);
    bytes[origin + length++] = (byte) value;
  }

  void append(byte[] source) throws InvalidEventException {
    append(source, 0, source.length);
  }

  void append(byte[] source, int offset, int count) throws InvalidEventException {
    ensure(count);
    System.arraycopy(source, offset, bytes, origin + length, count);
    length += count;
  }

  /** Zigzag, then seven bits a byte, as Avro has ints and longs. */
  void writeLong(long value) throws InvalidEventException {
    ensure(10);
    length = putLong(length, value);
  }

  private int putLong(int position, long value) {
    int i = origin + position;
    long rest = (value << 1) ^ (value >> 63);
    while ((rest & ~0x7FL) != 0) {
      bytes[i++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    bytes[i++] = (byte) rest;
    return i - origin;
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
      bytes[origin + length++] = (byte) (value >>> (8 * i));
    }
  }

  /** The length in bytes, then UTF-8. False, with nothing written, if there is half a pair. */
  boolean writeString(char[] text, int offset, int count) throws InvalidEventException {
    int start = length;
    writeLong(count);
    ensure(count);
    int at = origin + length;
    int i = 0;
    while (i < count && text[offset + i] < 0x80) {
      bytes[at++] = (byte) text[offset + i++];
    }
    length = at - origin;
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
    length = Utf8Text.encode(text, offset, count, bytes, origin + length) - origin;
    return true;
  }

  /** The length, then the low byte of each character. */
  void writeLatin1(char[] text, int offset, int count) throws InvalidEventException {
    ensure(count);
    for (int i = 0; i < count; i++) {
      bytes[origin + length++] = (byte) text[offset + i];
    }
  }

  /** Puts a number before all that was written since {@code start}. */
  void insertLong(int start, long value) throws InvalidEventException {
    int count = length - start;
    writeLong(value);
    int size = length - start - count;
    System.arraycopy(bytes, origin + start, bytes, origin + start + size, count);
    putLong(start, value);
  }

  /** Puts what was appended since {@code tail} in the place of what was written since start. */
  void replace(int start, int tail) {
    System.arraycopy(bytes, origin + tail, bytes, origin + start, length - tail);
    length = start + (length - tail);
  }

  /** Appends a copy of what lies there. */
  void repeat(int start, int end) throws InvalidEventException {
    ensure(end - start);
    System.arraycopy(bytes, origin + start, bytes, origin + length, end - start);
    length += end - start;
  }

  void ensure(int count) throws InvalidEventException {
    if (count > end - origin - length) {
      if ((long) length + count > limit) {
        throw InvalidEventException.schema("", "the event is too large in Avro, for its body");
      }
      grow(count);
    }
  }
}
