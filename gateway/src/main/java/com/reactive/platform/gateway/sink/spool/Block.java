package com.reactive.platform.gateway.sink.spool;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Events that were put into the log together; whole or not at all.
 *
 * <pre>
 * u64 salt | u32 length of the rest, without the checksum | u32 CRC-32C of length and rest
 * u64 sequence number of the first event | u64 when written, ms since 1970 | u32 count
 * count times: u32 length | event
 * </pre>
 *
 * Big-endian. The salt is the segment's own, drawn at random: the start of a block can be found
 * again after bytes that were damaged, and no client can know it and put a block of its own making
 * into an event.
 *
 * @param end where it ends in its segment
 */
record Block(long firstSequence, long writtenMillis, List<byte[]> events, long end) {
  /** Salt, length and checksum. */
  static final int HEADER_BYTES = 16;

  private static final int FIXED_BYTES = 20;

  /** Parts of these, each for a block whose events are not larger together, if one alone is not. */
  static List<List<ByteBuffer>> split(List<ByteBuffer> all, int maxBytes) {
    List<List<ByteBuffer>> blocks = new ArrayList<>();
    int start = 0;
    long size = 0;
    for (int i = 0; i < all.size(); i++) {
      long its = 4L + all.get(i).remaining();
      if (i > start && size + its > maxBytes) {
        blocks.add(all.subList(start, i));
        start = i;
        size = 0;
      }
      size += its;
    }
    blocks.add(all.subList(start, all.size()));
    return blocks;
  }

  /** How long a block with these events is. */
  static int length(List<ByteBuffer> events) {
    int bytes = HEADER_BYTES + FIXED_BYTES;
    for (ByteBuffer event : events) {
      bytes = Math.addExact(bytes, 4 + event.remaining());
    }
    return bytes;
  }

  /** Appends a block with these events to a buffer that {@link ByteBuffer#allocate} made. */
  static void write(
      ByteBuffer to, long salt, long firstSequence, long writtenMillis, List<ByteBuffer> events) {
    int start = to.position();
    int length = length(events);
    to.putLong(salt).putInt(length - HEADER_BYTES).putInt(0);
    to.putLong(firstSequence).putLong(writtenMillis).putInt(events.size());
    for (ByteBuffer event : events) {
      to.putInt(event.remaining()).put(event.duplicate());
    }
    to.putInt(start + 12, checksum(to.array(), to.arrayOffset() + start, length));
  }

  /** Over the length, and over everything behind the checksum. */
  static int checksum(byte[] block, int start, int length) {
    CRC32C crc = new CRC32C();
    crc.update(block, start + 8, 4);
    crc.update(block, start + HEADER_BYTES, length - HEADER_BYTES);
    return (int) crc.getValue();
  }

  /**
   * What these bytes are.
   *
   * @param end where they end in their segment
   * @return null if they are no block of the segment with this salt
   */
  static Block read(byte[] bytes, long salt, long end) {
    ByteBuffer block = ByteBuffer.wrap(bytes);
    if (bytes.length < HEADER_BYTES + FIXED_BYTES
        || block.getLong() != salt
        || block.getInt() != bytes.length - HEADER_BYTES
        || block.getInt() != checksum(bytes, 0, bytes.length)) {
      return null;
    }
    long firstSequence = block.getLong();
    long writtenMillis = block.getLong();
    int count = block.getInt();
    List<byte[]> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] event = new byte[block.getInt()];
      block.get(event);
      events.add(event);
    }
    return new Block(firstSequence, writtenMillis, events, end);
  }

  /** The sequence number of the event after its last. */
  long endSequence() {
    return firstSequence + events.size();
  }

  /** Bytes of its events. */
  long bytes() {
    return events.stream().mapToLong(event -> event.length).sum();
  }
}
