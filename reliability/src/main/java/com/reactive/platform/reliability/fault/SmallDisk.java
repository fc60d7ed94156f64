package com.reactive.platform.reliability.fault;

import com.reactive.platform.testbed.Commands;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A disk that can be full or read-only without harm to others: a file system in memory (tmpfs),
 * mounted on a folder. For root on Linux. For one thread.
 */
public final class SmallDisk implements AutoCloseable {
  private static final long PAGE_BYTES = 4096;
  private static final long MORE_BYTES = 16 * PAGE_BYTES;
  private static final int FILL_ATTEMPTS = 100;

  private final Path folder;
  private final long bytes;
  private boolean mounted = true;

  private SmallDisk(Path folder, long bytes) {
    this.folder = folder;
    this.bytes = bytes;
  }

  /**
   * Mounts one; the folder is made if need be.
   *
   * @param bytes the most that it takes; memory is used for what is written only
   * @throws IOException with the reason if that is not allowed here
   */
  public static SmallDisk mount(Path folder, long bytes) throws IOException {
    Files.createDirectories(folder);
    Commands.run(
        "mount", "-t", "tmpfs", "-o", "size=" + bytes, "reactive-chaos", folder.toString());
    return new SmallDisk(folder, bytes);
  }

  /**
   * Shrinks it to what is used. Who goes on writing meanwhile gets as many pages more as that
   * takes, and fills them at once.
   */
  public synchronized void fill() throws IOException {
    FileStore store = Files.getFileStore(folder);
    IOException tooSmall = null;
    for (int more = 0; more < FILL_ATTEMPTS; more++) {
      long used = store.getTotalSpace() - store.getUnallocatedSpace();
      try {
        // A size of 0 means no bound at all.
        remount("size=" + (Math.max(PAGE_BYTES, used) + more * MORE_BYTES));
        return;
      } catch (IOException e) {
        tooSmall = e;
      }
    }
    throw tooSmall;
  }

  /** Its whole size again, and writable. */
  public synchronized void heal() throws IOException {
    remount("rw,size=" + bytes);
  }

  /** Nothing can be written; fails while somebody has a file open for writing. */
  public synchronized void readOnly() throws IOException {
    remount("ro");
  }

  private void remount(String options) throws IOException {
    Commands.run("mount", "-o", "remount," + options, folder.toString());
  }

  /** Unmounts it, also if somebody still uses it; what is on it is gone. */
  @Override
  public synchronized void close() throws IOException {
    if (mounted) {
      Commands.run("umount", "-l", folder.toString());
      mounted = false;
    }
  }
}
