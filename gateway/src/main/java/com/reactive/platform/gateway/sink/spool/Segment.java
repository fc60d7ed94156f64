package com.reactive.platform.gateway.sink.spool;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A file of the log: blocks one after the other. Its name says the sequence number of its first
 * event, and its salt. Guarded by the log's lock, but for the two fields that readers look at.
 */
final class Segment {
  private static final Pattern NAME = Pattern.compile("(\\d{20})-([0-9a-f]{16})\\.spool1");

  final Path path;
  final long firstSequence;
  final long salt;

  /** What was written whole and is on disk; what lies behind it does not count. */
  volatile long length;

  /** The sequence number of the event after its last. */
  volatile long endSequence;

  /** When its first block that is there was written; 0 if there is none. */
  volatile long oldestMillis;

  /** Whether it has bytes that are no block, other than at the end of the log. */
  volatile boolean damaged;

  /** Where its blocks begin, in the order of their numbers; null if they lie in that order. */
  volatile long[] order;

  Segment(Path path, long firstSequence, long salt) {
    this.path = path;
    this.firstSequence = firstSequence;
    this.salt = salt;
    this.endSequence = firstSequence;
  }

  static Segment in(Path dir, long firstSequence, long salt) {
    String name = String.format(Locale.ROOT, "%020d-%016x.spool1", firstSequence, salt);
    return new Segment(dir.resolve(name), firstSequence, salt);
  }

  /** The segment that this file is by its name; none if it is none. */
  static Optional<Segment> of(Path file) {
    Matcher name = NAME.matcher(file.getFileName().toString());
    try {
      return name.matches()
          ? Optional.of(
              new Segment(
                  file, Long.parseLong(name.group(1)), Long.parseUnsignedLong(name.group(2), 16)))
          : Optional.empty();
    } catch (NumberFormatException tooLarge) {
      return Optional.empty();
    }
  }
}
