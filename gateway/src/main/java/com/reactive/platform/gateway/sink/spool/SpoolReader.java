package com.reactive.platform.gateway.sink.spool;

import java.io.Closeable;
import java.io.IOException;

/**
 * Reads the events of a log that are not done with, from the oldest on, and those that come. Not
 * thread-safe; the log may be written to meanwhile.
 */
final class SpoolReader implements Closeable {
  private final SpoolLog log;
  private final long endAtStart;
  private SegmentReader current;
  private boolean hasRead;

  SpoolReader(SpoolLog log) {
    this.log = log;
    this.endAtStart = log.endSequence();
  }

  /**
   * Null if there is no more for now. If there was nothing at all though the log counts events,
   * those are given up as lost. Blocks on disk.
   */
  Block next() throws IOException {
    while (true) {
      // Before the block is asked for: a segment that has a next one does not grow any more.
      Segment next = log.after(current == null ? null : current.segment());
      Block block = current == null ? null : current.next(current.segment().length);
      if (current != null && lacksBytes(next != null && block == null)) {
        // Before its last block is done with: then the file goes.
        current.segment().damaged = true;
      }
      if (block != null) {
        if (!log.isDone(block)) {
          hasRead = true;
          return block;
        }
      } else if (next != null) {
        close();
        current = new SegmentReader(next);
      } else {
        if (!hasRead) {
          log.giveUp(endAtStart);
        }
        return null;
      }
    }
  }

  /** Whether not all bytes of the segment, up to here or to its end, are blocks. */
  private boolean lacksBytes(boolean isAtEnd) {
    return current.skippedBytes() > 0 || (isAtEnd && current.lastEnd() < current.segment().length);
  }

  @Override
  public void close() throws IOException {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
