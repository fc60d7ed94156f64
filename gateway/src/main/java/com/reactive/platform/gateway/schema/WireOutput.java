package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.EventBuffer;
import com.reactive.platform.gateway.event.InvalidEventException;

/**
 * Writes protobuf's <a href="https://protobuf.dev/programming-guides/encoding/">wire format</a>.
 * Not thread-safe.
 */
final class WireOutput extends EventBuffer {
  private long limit;

  /** Limits what is written in all. */
  void limit(long maxLength) {
    limit = Math.min(maxLength, MAX_LENGTH);
  }

  /** To be called with each value, however small: some are larger here than in the body. */
  void check() throws InvalidEventException {
    if (length > limit) {
      throw InvalidEventException.schema("", "the event is too large in protobuf, for its body");
    }
  }

  /** Seven bits a byte, the low ones first. */
  void writeVarint(long value) {
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      write((int) (rest | 0x80));
      rest >>>= 7;
    }
    write((int) rest);
  }

  void writeTag(int number, int wireType) {
    writeVarint((long) number << 3 | wireType);
  }

  /** The length, then the bytes. */
  void writeBytes(byte[] source, int offset, int count) {
    writeVarint(count);
    write(source, offset, count);
  }

  /** Begins a value that has its length before it; returns where it begins. */
  int beginValue() {
    write(0);
    return length;
  }

  /** Ends the value that begins there: its length is known now. */
  void endValue(int start) {
    int size = length - start;
    int more = varintBytes(size) - 1;
    for (int i = 0; i < more; i++) {
      write(0);
    }
    if (more > 0) {
      System.arraycopy(bytes, origin + start, bytes, origin + start + more, size);
    }
    length = start - 1;
    writeVarint(size);
    length += size;
  }

  private static int varintBytes(int value) {
    return (Integer.SIZE - Integer.numberOfLeadingZeros(value | 1) + 6) / 7;
  }
}
