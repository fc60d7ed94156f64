package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import org.apache.kafka.common.errors.CorruptRecordException;

/**
 * Looks at the lengths in a stream of snappy-java's chunks, since its reader takes as much memory
 * as they say: a header of 16 bytes; then for each chunk its length, and its uncompressed length as
 * the first number in it.
 */
final class SnappyChunks {
  private static final int HEADER_BYTES = 16;
  private static final byte FIRST_OF_MAGIC = (byte) 0x82;

  /** Java's writers have chunks of 32 KiB; others pack a whole batch at once. */
  private static final int MAX_CHUNK_BYTES = 64 << 20;

  private static final int MAX_LENGTH_BITS = 35;

  private SnappyChunks() {}

  /**
   * Looks at all chunks.
   *
   * @throws CorruptRecordException if one wants too much memory
   */
  static void requireBounded(ByteBuffer packed) {
    if (packed.limit() < HEADER_BYTES || packed.get(0) != FIRST_OF_MAGIC) {
      // One block without chunks around it.
      requireBlock(packed, 0);
      return;
    }
    int at = HEADER_BYTES;
    while (packed.limit() - at >= Integer.BYTES) {
      int length = packed.getInt(at);
      at += Integer.BYTES;
      if (length < 0 || length > packed.limit() - at) {
        throw new CorruptRecordException("a chunk of snappy is said to have " + length + " bytes");
      }
      requireBlock(packed, at);
      at += length;
    }
  }

  private static void requireBlock(ByteBuffer packed, int start) {
    long length = 0;
    int at = start;
    for (int shift = 0; shift < MAX_LENGTH_BITS && at < packed.limit(); shift += 7) {
      byte next = packed.get(at++);
      length |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    if (length > MAX_CHUNK_BYTES) {
      throw new CorruptRecordException("a chunk of snappy unpacks to " + length + " bytes");
    }
  }
}
