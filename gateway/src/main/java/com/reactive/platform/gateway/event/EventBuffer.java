package com.reactive.platform.gateway.event;

import java.io.OutputStream;
import java.util.Arrays;

/**
 * A growing run of bytes. It lies in room that somebody else owns for as long as that suffices, and
 * in an array of its own from then on. Positions count from its beginning. One per event loop; not
 * thread-safe.
 */
public class EventBuffer extends OutputStream {
  private static final int LEAST_BYTES = 1_024;

  /** An array that one huge event made larger is not kept. */
  private static final int MAX_KEPT_BYTES = 1 << 20;

  private byte[] own = new byte[LEAST_BYTES];
  protected byte[] bytes = own;

  /** The place of position 0 in {@link #bytes}. */
  protected int origin;

  protected int length;

  /** The place in {@link #bytes} at which the room ends. */
  protected int end = own.length;

  /** Begins anew, in an array of its own. */
  public final void begin() {
    if (own.length > MAX_KEPT_BYTES) {
      own = new byte[LEAST_BYTES];
    }
    begin(own, 0, own.length);
  }

  /** Begins anew, in this room. */
  public final void begin(byte[] room, int offset, int capacity) {
    bytes = room;
    origin = offset;
    end = offset + capacity;
    length = 0;
  }

  /** The array that holds the bytes, from {@link #origin} on; until more is written. */
  public final byte[] array() {
    return bytes;
  }

  public final int origin() {
    return origin;
  }

  public final int length() {
    return length;
  }

  /** True if the bytes lie in an array of its own. */
  public final boolean isOwn() {
    return bytes == own;
  }

  /** Takes back what was written from there on. */
  public final void truncate(int to) {
    length = to;
  }

  @Override
  public final void write(int value) {
    if (length == end - origin) {
      grow(1);
    }
    bytes[origin + length++] = (byte) value;
  }

  @Override
  public final void write(byte[] source) {
    write(source, 0, source.length);
  }

  @Override
  public final void write(byte[] source, int offset, int count) {
    if (count > end - origin - length) {
      grow(count);
    }
    System.arraycopy(source, offset, bytes, origin + length, count);
    length += count;
  }

  /** Big-endian, two bytes. */
  public final void writeShort(int value) {
    write(value >>> 8);
    write(value);
  }

  /** Big-endian. */
  public final void writeEightBytes(long value) {
    for (int shift = Long.SIZE - Byte.SIZE; shift >= 0; shift -= Byte.SIZE) {
      write((int) (value >>> shift));
    }
  }

  /** Overwrites two bytes at this position. */
  final void putShort(int position, int value) {
    bytes[origin + position] = (byte) (value >>> 8);
    bytes[origin + position + 1] = (byte) value;
  }

  final int getShort(int position) {
    return (bytes[origin + position] & 0xFF) << 8 | (bytes[origin + position + 1] & 0xFF);
  }

  /** Makes room for so many bytes more, which do not fit. */
  protected final void grow(int count) {
    int needed = Math.addExact(length, count);
    if (needed > own.length) {
      byte[] larger = new byte[(int) Math.min(MAX_LENGTH, Math.max(own.length * 2L, needed))];
      System.arraycopy(bytes, origin, larger, 0, length);
      own = larger;
    } else {
      System.arraycopy(bytes, origin, own, 0, length);
    }
    bytes = own;
    origin = 0;
    end = own.length;
  }

  /** Near the largest array that a JVM makes. */
  protected static final int MAX_LENGTH = Integer.MAX_VALUE - 64;

  /** A copy of the bytes. */
  public final byte[] copy() {
    return Arrays.copyOfRange(bytes, origin, origin + length);
  }
}
