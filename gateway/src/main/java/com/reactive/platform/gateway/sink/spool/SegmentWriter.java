package com.reactive.platform.gateway.sink.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;

/**
 * Appends to a segment. A {@link RandomAccessFile} and no channel: an interrupt of the thread must
 * not close the file in the middle of a write. Not thread-safe.
 */
class SegmentWriter implements Closeable {
  /** Makes them. */
  interface Factory {
    SegmentWriter open(Segment segment) throws IOException;
  }

  private final RandomAccessFile file;
  private long length;

  SegmentWriter(Segment segment) throws IOException {
    file = new RandomAccessFile(segment.path.toFile(), "rw");
    length = segment.length;
  }

  /**
   * Writes the bytes and waits until the disk has them.
   *
   * @throws IOException if that failed; then {@link #rollBack} is to be called
   */
  void append(byte[] bytes, int count) throws IOException {
    file.seek(length);
    write(file, bytes, count);
    sync(file);
    length += count;
  }

  /**
   * Takes back what an append that failed has left.
   *
   * @throws IOException if nobody can tell whether it is there
   */
  void rollBack() throws IOException {
    file.setLength(length);
    sync(file);
  }

  void write(RandomAccessFile to, byte[] bytes, int count) throws IOException {
    to.write(bytes, 0, count);
  }

  void sync(RandomAccessFile of) throws IOException {
    of.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
