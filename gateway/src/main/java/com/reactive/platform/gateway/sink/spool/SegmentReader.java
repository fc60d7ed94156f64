package com.reactive.platform.gateway.sink.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads a segment from its start. What is no block is passed over: it goes on at the next place
 * where the salt stands. Not thread-safe.
 */
final class SegmentReader implements Closeable {
  private static final int WINDOW_BYTES = 64 << 10;

  private final Segment segment;
  private final RandomAccessFile file;
  private final byte[] header = new byte[Block.HEADER_BYTES];
  private long position;
  private long lastStart;
  private long lastEnd;
  private long skippedBytes;

  /** How many blocks were read by the segment's order. */
  private int ordered;

  /**
   * A file that is gone has no blocks.
   *
   * @throws IOException also if the whole directory is away: its volume may come back
   */
  SegmentReader(Segment segment) throws IOException {
    this.segment = segment;
    Path position = segment.path.resolveSibling(Position.FILE);
    boolean gone = Files.notExists(segment.path) && Files.exists(position);
    this.file = gone ? null : new RandomAccessFile(segment.path.toFile(), "r");
  }

  Segment segment() {
    return segment;
  }

  /** Bytes before the block read last that belong to no block. */
  long skippedBytes() {
    return skippedBytes;
  }

  /** Where the block read last begins. */
  long lastStart() {
    return lastStart;
  }

  /** Where the block read last ends. */
  long lastEnd() {
    return lastEnd;
  }

  /**
   * The next block.
   *
   * @param limit where the segment ends
   * @return null if there is no whole one before the limit
   */
  Block next(long limit) throws IOException {
    if (file == null) {
      return null;
    }
    long end = Math.min(limit, file.length());
    return segment.order == null ? nextAsItLies(end) : nextByOrder(end);
  }

  private Block nextByOrder(long limit) throws IOException {
    while (ordered < segment.order.length) {
      Block block = blockAt(segment.order[ordered++], limit);
      if (block != null) {
        return block;
      }
    }
    return null;
  }

  private Block nextAsItLies(long limit) throws IOException {
    while (position + Block.HEADER_BYTES <= limit) {
      Block block = blockAt(position, limit);
      if (block != null) {
        skippedBytes += position - lastEnd;
        lastStart = position;
        position = block.end();
        lastEnd = position;
        return block;
      }
      position = nextSalt(position + 1, limit);
    }
    return null;
  }

  private Block blockAt(long at, long limit) throws IOException {
    if (at + Block.HEADER_BYTES > limit) {
      return null;
    }
    file.seek(at);
    file.readFully(header);
    ByteBuffer start = ByteBuffer.wrap(header);
    if (start.getLong() != segment.salt) {
      return null;
    }
    int rest = start.getInt();
    if (rest < 0 || rest > limit - at - Block.HEADER_BYTES) {
      return null;
    }
    byte[] bytes = new byte[Block.HEADER_BYTES + rest];
    System.arraycopy(header, 0, bytes, 0, header.length);
    file.readFully(bytes, Block.HEADER_BYTES, rest);
    return Block.read(bytes, segment.salt, at + bytes.length);
  }

  /** Where the salt next stands; the limit if nowhere. */
  private long nextSalt(long from, long limit) throws IOException {
    byte[] window = new byte[WINDOW_BYTES];
    byte[] salt = ByteBuffer.allocate(Long.BYTES).putLong(segment.salt).array();
    long start = from;
    while (start + salt.length <= limit) {
      int count = (int) Math.min(window.length, limit - start);
      file.seek(start);
      file.readFully(window, 0, count);
      for (int i = 0; i + salt.length <= count; i++) {
        if (java.util.Arrays.equals(window, i, i + salt.length, salt, 0, salt.length)) {
          return start + i;
        }
      }
      start += count - salt.length + 1;
    }
    return limit;
  }

  @Override
  public void close() throws IOException {
    if (file != null) {
      file.close();
    }
  }
}
