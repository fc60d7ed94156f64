package com.reactive.platform.gateway.spool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an earlier process has left. Every block is read once and its checksum looked at, so that
 * damage is told at the start, and in the log.
 *
 * @param events those that were not replayed
 * @param bytes of all segments
 * @param endSequence larger than that of any event that is there
 */
record Recovery(List<Segment> segments, long events, long bytes, long endSequence) {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  /** Reads the directory. */
  static Recovery of(Path dir, long position) throws IOException {
    List<Segment> segments = segments(dir);
    long events = 0;
    long bytes = 0;
    long expected = position;
    for (Segment segment : segments) {
      boolean last = segment == segments.get(segments.size() - 1);
      if (segment.firstSequence > expected) {
        missing(dir, segment.firstSequence - expected);
      }
      expected = Math.max(expected, segment.firstSequence);
      long size = Files.size(segment.path);
      try (SegmentReader reader = new SegmentReader(segment)) {
        for (Block block = reader.next(size); block != null; block = reader.next(size)) {
          if (block.firstSequence() > expected) {
            missing(dir, block.firstSequence() - expected);
          }
          expected = Math.max(expected, block.endSequence());
          if (block.firstSequence() >= position) {
            events += block.events().size();
          }
          if (segment.oldestMillis == 0) {
            segment.oldestMillis = block.writtenMillis();
          }
          segment.endSequence = block.endSequence();
        }
        segment.length = reader.lastEnd();
        long tail = size - reader.lastEnd();
        report(segment, reader.skippedBytes(), tail, last);
        segment.damaged = reader.skippedBytes() > 0 || (tail > 0 && !last);
        if (tail > 0 && last) {
          SpoolFiles.cutTail(segment.path, reader.lastEnd());
        }
      }
      bytes += segment.length;
    }
    segments.removeIf(Recovery::isEmpty);
    return new Recovery(segments, events, bytes, expected);
  }

  private static boolean isEmpty(Segment segment) {
    boolean empty = segment.length == 0 && !segment.damaged;
    if (empty) {
      SpoolFiles.delete(segment.path);
    }
    return empty;
  }

  private static List<Segment> segments(Path dir) throws IOException {
    try (Stream<Path> files = Files.list(dir)) {
      return new ArrayList<>(
          files
              .map(Segment::of)
              .flatMap(Optional::stream)
              .sorted(Comparator.comparingLong(segment -> segment.firstSequence))
              .toList());
    }
  }

  private static void missing(Path dir, long count) {
    log.error("{} lacks {} events: they were damaged, or a file was taken away", dir, count);
  }

  private static void report(Segment segment, long inside, long tail, boolean last) {
    if (inside > 0 || (tail > 0 && !last)) {
      log.error(
          "{} is damaged: {} bytes of it are no events; what can be read is replayed",
          segment.path,
          inside + tail);
    } else if (tail > 0) {
      log.warn(
          "{} ends in {} bytes that are no whole batch: a crash cut its writing short, or they"
              + " were damaged",
          segment.path,
          tail);
    }
  }
}
