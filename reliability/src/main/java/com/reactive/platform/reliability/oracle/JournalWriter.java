package com.reactive.platform.reliability.oracle;

import static com.reactive.platform.reliability.oracle.JournalFormat.BLOCK_HEAD;
import static com.reactive.platform.reliability.oracle.JournalFormat.ENTRY_BYTES;
import static com.reactive.platform.reliability.oracle.JournalFormat.MAX_PAYLOAD;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Notes what is sent and answered. What was noted is in the operating system's hands after {@link
 * #flush}, so it outlives this process; whoever sends a request flushes first. For one thread.
 */
final class JournalWriter implements Closeable {
  private static final int CLOCK_ATTEMPTS = 100;
  private static final long CLOCK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final FileChannel file;
  private final ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_HEAD + MAX_PAYLOAD);
  private long startNanos;
  private int number;

  private JournalWriter(FileChannel file) {
    this.file = file;
  }

  /**
   * Begins a new file in the folder.
   *
   * @param wallClock milliseconds
   */
  static JournalWriter create(Path folder, long run, LongSupplier wallClock) throws IOException {
    Files.createDirectories(folder);
    Path path = folder.resolve(JournalFormat.fileName(run));
    FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    JournalWriter writer = new JournalWriter(file);
    writer.block.position(BLOCK_HEAD);
    writer.block.putLong(run).putLong(writer.start(wallClock));
    writer.flush();
    return writer;
  }

  /** Reads both clocks at one moment, as far as a busy machine lets it. */
  private long start(LongSupplier wallClock) {
    long millis = 0;
    for (int attempt = 0; attempt < CLOCK_ATTEMPTS; attempt++) {
      startNanos = System.nanoTime();
      millis = wallClock.getAsLong();
      if (System.nanoTime() - startNanos < CLOCK_NANOS) {
        break;
      }
    }
    return millis;
  }

  /** This request is about to be written. */
  void sent(int lane, int sequence, Variant variant) throws IOException {
    add(JournalFormat.SENT, variant.code, lane, sequence, 0, -1, -1);
  }

  /** As {@link JournalVisitor#answered}. */
  void answered(int lane, int sequence, int status, ResponseNote note, int partition, long offset)
      throws IOException {
    add(JournalFormat.ANSWERED, note.code, lane, sequence, status, partition, offset);
  }

  /** No answer will come. */
  void unanswered(int lane, int sequence) throws IOException {
    add(JournalFormat.UNANSWERED, 0, lane, sequence, 0, -1, -1);
  }

  /** As {@link JournalVisitor#lookedUp}. */
  void lookedUp(int lane, int sequence, int status, int partition, long offset) throws IOException {
    add(JournalFormat.LOOKED_UP, 0, lane, sequence, status, partition, offset);
  }

  private void add(
      byte kind, int note, int lane, int sequence, int status, int partition, long offset)
      throws IOException {
    if (block.remaining() < ENTRY_BYTES) {
      flush();
    }
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    block.put(kind).put((byte) note).putShort((short) lane).putInt(sequence).putInt((int) millis);
    block.putShort((short) status).putShort((short) partition).putLong(offset);
  }

  /** Hands all that was noted to the operating system, in one write unless it takes less. */
  void flush() throws IOException {
    int payload = block.position() - BLOCK_HEAD;
    if (payload > 0) {
      JournalFormat.seal(block, number++, payload);
      block.flip();
      while (block.hasRemaining()) {
        file.write(block);
      }
    }
    block.clear().position(BLOCK_HEAD);
  }

  /** Flushes, to the disk as well. */
  @Override
  public void close() throws IOException {
    try (file) {
      flush();
      file.force(true);
    }
  }
}
