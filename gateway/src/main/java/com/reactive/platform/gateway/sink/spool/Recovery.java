package com.reactive.platform.gateway.sink.spool;

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
 * Recovers what an earlier process has left. Every block is read once and its checksum looked at,
 * so that damage is told at the start, and in the log: how many events are lost is known from their
 * numbers, which have no gaps.
 */
final class Recovery {
  private static final Logger log = LoggerFactory.getLogger(Recovery.class);

  private final Path dir;
  private final Position position;
  private final List<Segment> segments;
  private long events;
  private long bytes;
  private long lost;
  private int gaps;

  /** The number that the next event must have, or some are lost. */
  private long expected;

  /** A block that is whole, and where. */
  private record Place(long firstSequence, long endSequence, long offset, long writtenMillis) {}

  private Recovery(Path dir, Position position) throws IOException {
    this.dir = dir;
    this.position = position;
    this.segments = segments(dir);
  }

  /** Reads the directory. */
  static Recovery of(Path dir, Position position) throws IOException {
    Recovery recovery = new Recovery(dir, position);
    recovery.read();
    recovery.report();
    recovery.segments.removeIf(Recovery::isEmpty);
    return recovery;
  }

  List<Segment> segments() {
    return segments;
  }

  /** Those that were not replayed. */
  long events() {
    return events;
  }

  /** Of all segments. */
  long bytes() {
    return bytes;
  }

  /** Events that were put in, were not replayed and are not there. */
  long lost() {
    return lost;
  }

  /** Larger than the number of any event that was ever there, as far as that is known. */
  long endSequence() {
    return expected;
  }

  private void read() throws IOException {
    expected = position.sequence();
    if (!position.isCertain() && !segments.isEmpty()) {
      // Those before it may have been replayed, and their files deleted.
      expected = Math.max(expected, segments.get(0).firstSequence);
    } else if (!position.isCertain()) {
      // As far as is known all were replayed, and all files deleted.
      expected = Math.max(expected, position.end());
    }
    for (Segment segment : segments) {
      boolean last = segment == segments.get(segments.size() - 1);
      expectUpTo(segment.firstSequence);
      read(segment, last);
      bytes += segment.length;
    }
    expectUpTo(position.end());
  }

  private void expectUpTo(long sequence) {
    if (sequence > expected) {
      lost += sequence - expected;
      gaps++;
      expected = sequence;
    }
  }

  private void read(Segment segment, boolean last) throws IOException {
    long size = Files.size(segment.path);
    List<Place> places = new ArrayList<>();
    long skipped;
    try (SegmentReader reader = new SegmentReader(segment)) {
      for (Block block = reader.next(size); block != null; block = reader.next(size)) {
        places.add(
            new Place(
                block.firstSequence(),
                block.endSequence(),
                reader.lastStart(),
                block.writtenMillis()));
      }
      segment.length = reader.lastEnd();
      skipped = reader.skippedBytes();
    }
    List<Place> ordered = inOrder(places);
    if (!ordered.equals(places)) {
      segment.order = ordered.stream().mapToLong(Place::offset).toArray();
      segment.damaged = true;
    }
    for (Place place : ordered) {
      expectUpTo(place.firstSequence);
      expected = Math.max(expected, place.endSequence);
      if (place.firstSequence >= position.sequence()) {
        events += place.endSequence - place.firstSequence;
      }
      if (segment.oldestMillis == 0) {
        segment.oldestMillis = place.writtenMillis;
      }
      segment.endSequence = place.endSequence;
    }
    tail(segment, size - segment.length, last);
    segment.damaged |= skipped > 0;
    if (skipped > 0) {
      log.error("{} is damaged: {} bytes are not events", segment.path, skipped);
    } else if (segment.order != null) {
      log.error("{} is damaged: its parts are out of order", segment.path);
    }
  }

  /** By their numbers, each of them once. */
  private static List<Place> inOrder(List<Place> places) {
    List<Place> ordered = new ArrayList<>(places);
    ordered.sort(Comparator.comparingLong(Place::firstSequence));
    long[] end = {0};
    ordered.removeIf(
        place -> {
          boolean again = place.firstSequence < end[0];
          end[0] = Math.max(end[0], place.endSequence);
          return again;
        });
    return ordered;
  }

  /** Bytes behind the last block: of a write that a crash cut short, or of events that are lost. */
  private void tail(Segment segment, long tail, boolean last) throws IOException {
    if (tail == 0) {
      return;
    }
    if (last && position.end() <= expected) {
      log.warn(
          "{} ends in {} bytes of an incomplete batch, after a crash while writing; no event"
              + " with a 202 response is known to be among them",
          segment.path,
          tail);
      SpoolFiles.cutTail(segment.path, segment.length);
    } else {
      segment.damaged = true;
      log.error("{} is damaged: its last {} bytes are not events", segment.path, tail);
    }
  }

  private void report() {
    if (lost > 0) {
      log.error(
          // Of a write that failed and could not be taken back only the numbers are left.
          "{} lacks {} events with a 202 response or, if the disk failed, 504 (unknown), in {}"
              + " places: {} of its {} files are damaged,"
              + " others may be missing. All readable events are replayed",
          dir,
          lost,
          gaps,
          segments.stream().filter(segment -> segment.damaged).count(),
          segments.size());
    } else if (!position.isCertain() && !segments.isEmpty()) {
      log.warn("The replay position of {} is uncertain; some events may be replayed again", dir);
    }
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
}
