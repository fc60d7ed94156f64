package com.reactive.platform.gateway.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Up to where the log was replayed, as a file with two places that are written in turn, each with
 * its checksum: one that was torn leaves the other. It is not forced to disk, so after a loss of
 * power it may be older than it was, which replays events again; a kill of the process does not
 * lose it. Not thread-safe.
 */
final class Position implements Closeable {
  private static final int SLOT_BYTES = 12;

  private final RandomAccessFile file;
  private long sequence;
  private int slot;

  Position(Path path) throws IOException {
    file = new RandomAccessFile(path.toFile(), "rw");
    byte[] bytes = new byte[2 * SLOT_BYTES];
    int read = Math.max(0, file.read(bytes));
    for (int i = 0; i < 2 && (i + 1) * SLOT_BYTES <= read; i++) {
      ByteBuffer found = ByteBuffer.wrap(bytes, i * SLOT_BYTES, SLOT_BYTES);
      long its = found.getLong();
      if (found.getInt() == checksum(its) && its > sequence) {
        sequence = its;
        slot = 1 - i;
      }
    }
  }

  /** The first event that was not replayed. */
  long sequence() {
    return sequence;
  }

  /** All events before this one were replayed. */
  void moveTo(long next) throws IOException {
    sequence = next;
    file.seek((long) slot * SLOT_BYTES);
    file.write(ByteBuffer.allocate(SLOT_BYTES).putLong(next).putInt(checksum(next)).array());
    slot = 1 - slot;
  }

  private static int checksum(long value) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(value).flip());
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
