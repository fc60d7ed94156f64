package com.reactive.platform.gateway.sink.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on files besides reading and writing. */
final class SpoolFiles {
  private static final Logger log = LoggerFactory.getLogger(SpoolFiles.class);

  private SpoolFiles() {}

  /**
   * Makes the directory, for its owner's eyes only, with those above it; when it returns, the disk
   * has them.
   */
  static void createDirectories(Path dir) throws IOException {
    boolean posix = dir.getFileSystem().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] owners =
        posix
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    Path highest = dir;
    while (highest.getParent() != null && !Files.exists(highest.getParent())) {
      highest = highest.getParent();
    }
    boolean made = !Files.exists(dir);
    Files.createDirectories(dir, owners);
    for (Path each = dir; made && each != null; each = each.getParent()) {
      sync(each.getParent());
      if (each.equals(highest)) {
        break;
      }
    }
  }

  /** Waits until the disk knows which files there are. */
  static void sync(Path dir) throws IOException {
    try (FileChannel channel = FileChannel.open(dir, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      log.error("Cannot delete a spool file: {}", e.toString());
    }
  }

  /**
   * Shortens the file to this length. What is cut off is kept beside it, in place of what was cut
   * off the time before: if it was more than a write that a crash cut short, it can be looked at. A
   * full disk, the likely cause of both, has no room for that: then it is gone.
   */
  static void cutTail(Path file, long length) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      try {
        keepTail(channel, length, file.resolveSibling("torn-tail.damaged"));
      } catch (IOException e) {
        log.error("Cannot keep the incomplete end of {}: {}", file, e.toString());
      }
      channel.truncate(length);
      channel.force(true);
    }
  }

  private static void keepTail(FileChannel from, long start, Path kept) throws IOException {
    try (FileChannel to =
        FileChannel.open(
            kept,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      long size = from.size();
      for (long at = start; at < size; ) {
        at += from.transferTo(at, size - at, to);
      }
    }
  }

  /** Gives the damaged file, if it is there, a name by which it is not read again. */
  static void setAside(Path file) {
    Path aside = file.resolveSibling(file.getFileName() + ".damaged");
    try {
      Files.move(file, aside);
      log.error("The readable part of {} was replayed; the file is kept as {}", file, aside);
    } catch (NoSuchFileException e) {
      log.error("{} is gone and cannot be kept", file);
    } catch (IOException e) {
      log.error("Cannot rename a damaged spool file: {}", e.toString());
    }
  }

  static void close(Closeable file) {
    try {
      file.close();
    } catch (IOException e) {
      log.error("Cannot close a spool file: {}", e.toString());
    }
  }
}
