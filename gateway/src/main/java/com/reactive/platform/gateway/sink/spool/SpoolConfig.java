package com.reactive.platform.gateway.sink.spool;

import com.reactive.platform.gateway.config.Settings;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * The directory and the bounds of the spools.
 *
 * @param dir absolute
 * @param maxBytes the most that one topic's spool may take
 * @param maxAgeMillis no event goes to a spool whose oldest one is older
 */
public record SpoolConfig(Path dir, long maxBytes, long maxAgeMillis) {
  private static final int DEFAULT_MEBIBYTES = 1_024;
  private static final int DEFAULT_MINUTES = 24 * 60;

  public static SpoolConfig from(Settings settings) {
    Path dir = dir(settings);
    long mebibytes =
        settings.integer(
            "spool.max-mebibytes",
            DEFAULT_MEBIBYTES,
            1,
            1 << 20,
            "disk limit of the spool of one topic; a full spool rejects events");
    long minutes =
        settings.integer(
            "spool.max-age-minutes",
            DEFAULT_MINUTES,
            1,
            525_600,
            "a spool whose oldest event is older rejects events; no event is ever dropped for its"
                + " age");
    return new SpoolConfig(dir, mebibytes << 20, TimeUnit.MINUTES.toMillis(minutes));
  }

  /** Rejects a place where no directory can be; to be called if a stream has a spool. */
  public void check(Settings settings) {
    Path existing = dir;
    while (existing != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    if (existing != null && !Files.isDirectory(existing)) {
      settings.reject("spool.dir", existing + " is a file; it must be a directory");
    }
  }

  private static Path dir(Settings settings) {
    String key = "spool.dir";
    String dir =
        settings.text(
            key,
            "~/.reactive/spool",
            "directory of the spools, for streams with spool: true; not shared by gateways");
    try {
      Path path = Path.of(dir.isEmpty() ? "." : dir);
      if (dir.isEmpty()) {
        settings.reject(key, "is empty");
      }
      boolean inHome = path.getNameCount() > 1 && path.startsWith("~");
      Path home = Path.of(System.getProperty("user.home"));
      return (inHome ? home.resolve(path.subpath(1, path.getNameCount())) : path).toAbsolutePath();
    } catch (InvalidPathException e) {
      settings.reject(key, "is not a path: " + e.getReason());
      return Path.of("").toAbsolutePath();
    }
  }
}
