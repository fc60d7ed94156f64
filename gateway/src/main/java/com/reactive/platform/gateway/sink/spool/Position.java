package com.reactive.platform.gateway.sink.spool;

import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Up to where the log was replayed, and where it ends, as a file. Each of the two numbers has two
 * places that are written in turn, each with its checksum: one that was torn leaves the other.
 *
 * <pre>
 * twice: u64 first event that was not replayed | u32 CRC-32C
 * twice: u64 event after the last | u32 CRC-32C       not in files of older versions
 * </pre>
 *
 * It is forced to disk only before files are deleted ({@link #sync}), so after a loss of power it
 * may be older than it was: events are replayed again, or the last ones are not missed if they are
 * gone. A kill of the process does not lose it. Not thread-safe.
 */
final class Position implements Closeable {
  static final String FILE = "position";

  private static final int SLOT_BYTES = 12;
  private static final int SLOTS = 2;

  private final RandomAccessFile file;
  private final StoredSequence replayed;
  private final StoredSequence end;

  Position(Path path) throws IOException {
    file = new RandomAccessFile(path.toFile(), "rw");
    byte[] bytes = new byte[2 * SLOTS * SLOT_BYTES];
    int read = Math.max(0, file.read(bytes));
    replayed = new StoredSequence(0, bytes, read);
    end = new StoredSequence(SLOTS, bytes, read);
  }

  /** The first event that was not replayed. */
  long sequence() {
    return replayed.value;
  }

  /** Whether that is certain: else it may be one that was replayed long ago. */
  boolean isCertain() {
    return replayed.isFound && !replayed.isDamaged;
  }

  /** The event after the last that was put in, or an earlier one; 0 if it was not noted. */
  long end() {
    return end.value;
  }

  /** All events before this one were replayed, or are lost. */
  void moveTo(long next) throws IOException {
    replayed.write(next);
  }

  /** All events before this one were put in. */
  void endAt(long next) throws IOException {
    end.write(next);
  }

  /** Waits until the disk has it. */
  void sync() throws IOException {
    file.getFD().sync();
  }

  @Override
  public void close() throws IOException {
    file.close();
  }

  /** A sequence in two places, which are written in turn: the larger one counts. */
  private final class StoredSequence {
    private final int firstSlot;
    private int slot;
    private long value;
    private boolean isFound;
    private boolean isDamaged;

    StoredSequence(int firstSlot, byte[] bytes, int read) {
      this.firstSlot = firstSlot;
      for (int i = 0; i < SLOTS; i++) {
        int at = (firstSlot + i) * SLOT_BYTES;
        ByteBuffer place = ByteBuffer.wrap(bytes, at, SLOT_BYTES);
        long its = place.getLong();
        int checksum = place.getInt();
        boolean isWhole = at + SLOT_BYTES <= read && checksum == checksum(its);
        boolean isEmpty = at >= read || (its == 0 && checksum == 0);
        isDamaged |= !isWhole && !isEmpty;
        if (isWhole && (!isFound || its > value)) {
          value = its;
          slot = 1 - i;
        }
        isFound |= isWhole;
      }
    }

    private void write(long next) throws IOException {
      value = next;
      file.seek((long) (firstSlot + slot) * SLOT_BYTES);
      file.write(ByteBuffer.allocate(SLOT_BYTES).putLong(next).putInt(checksum(next)).array());
      slot = 1 - slot;
    }
  }

  private static int checksum(long value) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(Long.BYTES).putLong(value).flip());
    return (int) crc.getValue();
  }
}
