package com.reactive.platform.cli;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Says whether a {@code reactive up} has a data directory: a lock on a file in it. The kernel
 * releases it when the process ends, however that goes, and whether or not anybody reaps it; a
 * process number can say neither.
 */
final class InstanceLock implements AutoCloseable {
  private static final String FILE = "up.lock";

  /** Whoever looks holds the lock for a moment. */
  private static final int TRIES = 40;

  private static final long RETRY_MILLIS = 25;

  private final FileChannel channel;

  private InstanceLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Takes the lock; empty if another process has it. May wait for a second.
   *
   * @throws IOException if the file cannot be written, or the file system knows no locks
   */
  static Optional<InstanceLock> take(Path dataDir) throws IOException, InterruptedException {
    FileChannel channel =
        FileChannel.open(
            dataDir.resolve(FILE), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    for (int i = 0; i < TRIES; i++) {
      if (tryLock(channel, false)) {
        return Optional.of(new InstanceLock(channel));
      }
      TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
    }
    channel.close();
    return Optional.empty();
  }

  /**
   * True if some process holds it. Not for the one that does: closing the file would release the
   * lock.
   */
  static boolean isTaken(Path dataDir) throws IOException {
    Path file = dataDir.resolve(FILE);
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return !tryLock(channel, true);
    }
  }

  private static boolean tryLock(FileChannel channel, boolean shared) throws IOException {
    try {
      FileLock lock = channel.tryLock(0, Long.MAX_VALUE, shared);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
