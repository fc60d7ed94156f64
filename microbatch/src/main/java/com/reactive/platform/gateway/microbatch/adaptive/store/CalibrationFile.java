package com.reactive.platform.gateway.microbatch.adaptive.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** The database as a file, with the two that SQLite puts beside it: for its owner's eyes only. */
final class CalibrationFile {
  private static final List<String> SUFFIXES = List.of("", "-wal", "-shm");
  private static final DateTimeFormatter TIMESTAMP =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final Set<PosixFilePermission> OWNERS =
      PosixFilePermissions.fromString("rwx------");
  private static final byte[] HEADER = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_LINKS = 40;
  private static final int MAX_NAMESAKES = 100;

  private final Path path;

  /** A leading {@code ~/} means the home directory. */
  CalibrationFile(Path path) {
    boolean inHome = path.getNameCount() > 1 && path.startsWith("~");
    Path home = Path.of(System.getProperty("user.home"));
    this.path =
        (inHome ? home.resolve(path.subpath(1, path.getNameCount())) : path).toAbsolutePath();
  }

  Path path() {
    return path;
  }

  /**
   * Creates what is missing, before SQLite would with wider permissions, and changes nothing that
   * is there. SQLite gives the files beside it the permissions of the database.
   */
  void prepare() throws IOException, StoreFaultException {
    Files.createDirectories(path.getParent(), posix() ? only("rwx------") : anyone());
    Path target = target();
    for (String suffix : SUFFIXES.subList(1, SUFFIXES.size())) {
      Path file = beside(target, suffix);
      if (Files.isSymbolicLink(file)) {
        throw new StoreFaultException(StoreFault.LINKED, file + " is one");
      }
    }
    if (!Files.isDirectory(target.getParent())) {
      throw new IOException("it is a link to " + target + ", and there is no such directory");
    }
    try {
      Files.createFile(target, posix() ? only("rw-------") : anyone());
    } catch (FileAlreadyExistsException existing) {
      // It may be anybody's: whose it is can be told when it is open.
      return;
    }
  }

  /**
   * Takes the files from everybody but their owner; only for a database that is known to be ours.
   */
  void narrow() throws IOException, StoreFaultException {
    if (!posix()) {
      return;
    }
    Path target = target();
    for (String suffix : SUFFIXES) {
      Path file = beside(target, suffix);
      if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(file);
        if (permissions.retainAll(OWNERS)) {
          Files.setPosixFilePermissions(file, permissions);
        }
      }
    }
  }

  /**
   * Refuses a file that was never a database, which may have been named by mistake. Under a
   * database's name it is taken for a ruined one. Not for a file that SQLite has open: closing it
   * here would end SQLite's locks.
   */
  void requireDatabase() throws IOException, StoreFaultException {
    if (path.getFileName().toString().endsWith(".db")) {
      return;
    }
    try (InputStream file = Files.newInputStream(path)) {
      byte[] found = file.readNBytes(HEADER.length);
      if (found.length > 0 && !Arrays.equals(found, HEADER)) {
        throw new StoreFaultException(StoreFault.FOREIGN, "it does not begin like a database");
      }
    }
  }

  /** Tells this file from another one of the same name; null if there is none. */
  Object identity() throws IOException {
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return Objects.requireNonNullElse(attributes.fileKey(), path);
    } catch (NoSuchFileException missing) {
      return null;
    }
  }

  /** Renames the files, which keeps them for whoever wants to mend them. */
  Path setAside(Instant now) throws IOException, StoreFaultException {
    Path target = target();
    String name = target.getFileName() + ".corrupt-" + TIMESTAMP.format(now);
    Path aside = target.resolveSibling(name);
    for (int namesake = 2;
        Files.exists(aside, LinkOption.NOFOLLOW_LINKS) && namesake < MAX_NAMESAKES;
        namesake++) {
      aside = target.resolveSibling(name + "-" + namesake);
    }
    for (String suffix : SUFFIXES) {
      Path file = beside(target, suffix);
      if (Files.exists(file)) {
        Files.move(file, beside(aside, suffix));
      }
    }
    return aside;
  }

  /**
   * The file that links lead to, whether or not there is anything: SQLite puts its files there. In
   * a directory that others may write to, a link may be theirs, and lead to what is ours; or be
   * ours, and lead to what they have put there: all of it must be ours.
   */
  private Path target() throws IOException, StoreFaultException {
    Path target = path;
    for (int links = 0; Files.isSymbolicLink(target); links++) {
      if (links == MAX_LINKS) {
        throw new IOException("its links lead in a loop");
      }
      requireOurs(target);
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    if (!target.equals(path) && Files.exists(target)) {
      requireOurs(target);
    }
    return target;
  }

  private void requireOurs(Path file) throws IOException, StoreFaultException {
    if (posix() && !Files.getOwner(file, LinkOption.NOFOLLOW_LINKS).equals(ourselves())) {
      throw new StoreFaultException(StoreFault.LINKED, file + " has another owner");
    }
  }

  /** The owner of what this process makes: the name of the user may be unknown, in a container. */
  private static UserPrincipal ourselves() throws IOException {
    Path probe = Files.createTempFile("calibration", null);
    try {
      return Files.getOwner(probe);
    } finally {
      Files.delete(probe);
    }
  }

  private boolean posix() {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Path beside(Path file, String suffix) {
    return file.resolveSibling(file.getFileName() + suffix);
  }

  private static FileAttribute<?>[] only(String permissions) {
    return new FileAttribute<?>[] {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
    };
  }

  private static FileAttribute<?>[] anyone() {
    return new FileAttribute<?>[0];
  }
}
