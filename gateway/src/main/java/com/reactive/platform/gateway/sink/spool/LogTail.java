package com.reactive.platform.gateway.sink.spool;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;

/**
 * The end of a {@link SpoolLog}: the segment that is open for appending, if one is. All methods
 * block on disk, and one thread at a time calls them, but {@link #isOpen}, which any may ask.
 */
final class LogTail {
  private static final long MAX_SEGMENT_BYTES = 16 << 20;
  private static final long MIN_SEGMENT_BYTES = 64 << 10;

  /** Scratch space for one append; more than {@link #KEPT_BYTES} is not kept for the next. */
  private static final int SCRATCH_BYTES = 64 << 10;

  private static final int KEPT_BYTES = 4 << 20;

  private final Path dir;
  private final long segmentBytes;
  private final SegmentWriter.Factory writers;
  private final SecureRandom salts = new SecureRandom();

  private ByteBuffer scratch = ByteBuffer.allocate(SCRATCH_BYTES);

  /** Null if the next append begins a segment. */
  private volatile SegmentWriter writer;

  /**
   * @param maxBytes of all segments together
   */
  LogTail(Path dir, long maxBytes, SegmentWriter.Factory writers) {
    this.dir = dir;
    this.segmentBytes = Math.max(MIN_SEGMENT_BYTES, Math.min(MAX_SEGMENT_BYTES, maxBytes / 8));
    this.writers = writers;
  }

  boolean isOpen() {
    return writer != null;
  }

  /** True if this segment, the last one, is open and as many bytes more do not make it too long. */
  boolean takes(Segment last, int bytes) {
    return writer != null && last != null && last.length + bytes <= segmentBytes;
  }

  /**
   * Closes the segment that is open and begins another.
   *
   * @throws IOException if that failed; then none is there, and none open
   */
  Segment begin(long firstSequence) throws IOException {
    close();
    Segment next = Segment.in(dir, firstSequence, salts.nextLong());
    writer = writers.open(next);
    try {
      SpoolFiles.sync(dir);
    } catch (IOException e) {
      close();
      SpoolFiles.delete(next.path);
      throw e;
    }
    return next;
  }

  /**
   * Writes these blocks to the segment that is open, and waits until the disk has them.
   *
   * @param bytes of all blocks together
   * @throws IOException if that failed; then {@link #rollBack} is to be called
   */
  void append(Segment to, List<List<ByteBuffer>> blocks, int bytes, long sequence, long nowMillis)
      throws IOException {
    if (scratch.capacity() < bytes || scratch.capacity() > Math.max(KEPT_BYTES, bytes)) {
      scratch = ByteBuffer.allocate(Math.max(SCRATCH_BYTES, bytes));
    }
    scratch.clear();
    long first = sequence;
    for (List<ByteBuffer> block : blocks) {
      Block.write(scratch, to.salt, first, nowMillis, block);
      first += block.size();
    }
    writer.append(scratch.array(), bytes);
  }

  /**
   * Takes back what an append that failed has left.
   *
   * @throws IOException if nobody can tell whether it is there
   */
  void rollBack() throws IOException {
    writer.rollBack();
  }

  /** Has the next append begin a segment. */
  void close() {
    if (writer != null) {
      SpoolFiles.close(writer);
      writer = null;
    }
  }
}
