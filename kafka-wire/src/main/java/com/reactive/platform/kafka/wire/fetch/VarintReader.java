package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.CorruptRecordException;

/**
 * Reads a record's fields one after the other. What lies beyond the end is a {@link
 * CorruptRecordException}.
 */
final class VarintReader {
  private static final int BITS = 7;
  private static final int VARINT_BITS = 5 * BITS;
  private static final int VARLONG_BITS = 10 * BITS;

  private ByteBuffer buffer;
  private int at;
  private int end;

  /** Reads from here on, up to an end within the buffer. */
  void begin(ByteBuffer in, int from, int to) {
    buffer = in;
    at = from;
    end = to;
  }

  int position() {
    return at;
  }

  int left() {
    return end - at;
  }

  int varint() {
    if (at < end) {
      int only = buffer.get(at);
      if (only >= 0) {
        at++;
        return (only >>> 1) ^ -(only & 1);
      }
    }
    int bits = (int) bits(VARINT_BITS);
    return (bits >>> 1) ^ -(bits & 1);
  }

  long varlong() {
    long bits = bits(VARLONG_BITS);
    return (bits >>> 1) ^ -(bits & 1);
  }

  private long bits(int most) {
    long bits = 0;
    for (int shift = 0; shift < most; shift += BITS) {
      if (at >= end) {
        throw new CorruptRecordException("a record ends within a number");
      }
      byte next = buffer.get(at++);
      bits |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return bits;
      }
    }
    throw new CorruptRecordException("a number in a record has too many bytes");
  }

  /** Passes over so many bytes and returns where they begin. */
  int skip(int bytes) {
    if (bytes < 0 || bytes > end - at) {
      throw new CorruptRecordException(
          "a record says " + bytes + " bytes where " + (end - at) + " are left");
    }
    int start = at;
    at += bytes;
    return start;
  }
}
