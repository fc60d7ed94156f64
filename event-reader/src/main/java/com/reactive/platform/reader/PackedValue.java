package com.reactive.platform.reader;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The value of a packed record: several events, one entry after the other.
 *
 * <pre>
 * entry: u16 event id length | event id, ASCII | u32 value length | value in the stream's framing
 * </pre>
 *
 * Big-endian. The record has no key; its headers are {@link EventHeaders#CONTENT_TYPE} and {@link
 * EventHeaders#EVENT_COUNT}. One object reads many values. Not thread-safe.
 */
public final class PackedValue {
  private byte[] bytes = {};
  private int end;
  private int next;
  private int idOffset;
  private int idLength;
  private int valueOffset;
  private int valueLength;

  /**
   * Begins before the first entry.
   *
   * @throws IOException if that is not whole entries, to its last byte
   */
  public void open(byte[] packed, int length) throws IOException {
    bytes = packed;
    end = length;
    next = 0;
    while (next < end) {
      next();
    }
    next = 0;
  }

  /**
   * Goes on to the next entry.
   *
   * @return false if there is none
   */
  public boolean next() throws IOException {
    if (next >= end) {
      return false;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    idLength = Short.toUnsignedInt(in.getShort(require(Short.BYTES)));
    idOffset = require(idLength);
    valueLength = in.getInt(require(Integer.BYTES));
    valueOffset = require(valueLength);
    return true;
  }

  private int require(int length) throws IOException {
    if (length < 0 || length > end - next) {
      throw new IOException("truncated packed record");
    }
    int at = next;
    next += length;
    return at;
  }

  /** Where the id of the present entry begins. */
  public int idOffset() {
    return idOffset;
  }

  public int idLength() {
    return idLength;
  }

  /** Where the value of the present entry begins. */
  public int valueOffset() {
    return valueOffset;
  }

  public int valueLength() {
    return valueLength;
  }
}
