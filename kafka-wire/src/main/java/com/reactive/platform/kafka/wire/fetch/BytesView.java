package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;

/**
 * Some bytes of a batch, where they lie. One object is used for many records: valid only until the
 * call that handed it over returns. One thread.
 */
public final class BytesView {
  private static final int NULL = -1;

  private ByteBuffer buffer;
  private int start;
  private int length = NULL;

  void set(ByteBuffer in, int from, int bytes) {
    buffer = in;
    start = from;
    length = bytes;
  }

  /** Views an array, which may be null; for records that came another way. */
  public void wrap(byte[] bytes) {
    set(bytes == null ? null : ByteBuffer.wrap(bytes), 0, bytes == null ? NULL : bytes.length);
  }

  /** A key, value or header value that is not there, as opposed to an empty one. */
  public boolean isNull() {
    return length < 0;
  }

  /** In bytes; 0 if it is null. */
  public int length() {
    return Math.max(length, 0);
  }

  /**
   * One byte.
   *
   * @throws IndexOutOfBoundsException if there are not so many
   */
  public byte at(int index) {
    require(index, Byte.BYTES);
    return buffer.get(start + index);
  }

  /**
   * Eight bytes, the highest first.
   *
   * @throws IndexOutOfBoundsException if there are not so many
   */
  public long longAt(int index) {
    require(index, Long.BYTES);
    return buffer.getLong(start + index);
  }

  /**
   * Copies some of the bytes.
   *
   * @throws IndexOutOfBoundsException if there are not so many, here or there
   */
  public void copyTo(int from, byte[] target, int offset, int bytes) {
    require(from, bytes);
    buffer.get(start + from, target, offset, bytes);
  }

  /** A copy; null if this is null. */
  public byte[] toArray() {
    if (isNull()) {
      return null;
    }
    byte[] bytes = new byte[length];
    buffer.get(start, bytes);
    return bytes;
  }

  /** The bytes as a buffer of their own, not copied and as short-lived as this; null if null. */
  public ByteBuffer toBuffer() {
    return isNull() ? null : buffer.slice(start, length).asReadOnlyBuffer();
  }

  /** True if these are the bytes. Null equals nothing. */
  public boolean contains(byte[] bytes) {
    if (length != bytes.length) {
      return false;
    }
    for (int i = 0; i < bytes.length; i++) {
      if (buffer.get(start + i) != bytes[i]) {
        return false;
      }
    }
    return true;
  }

  private void require(int from, int bytes) {
    if (from < 0 || bytes < 0 || from > length() - bytes) {
      throw new IndexOutOfBoundsException(
          bytes + " bytes at " + from + " wanted, there are " + length());
    }
  }
}
