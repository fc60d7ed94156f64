package com.reactive.platform.gateway.sink.kafka;

import java.util.Map;
import java.util.TreeMap;

/** Offsets of a partition, as runs without a gap. Bounded: of many runs the first are forgotten. */
final class OffsetRuns {
  static final int MOST_RUNS = 64;

  /** The end of each run, exclusive, by its first offset. No two of them touch. */
  private final TreeMap<Long, Long> runs = new TreeMap<>();

  /**
   * Adds offsets, in any order. If some are known already, the log was cut meanwhile: then all that
   * was known before is forgotten.
   *
   * @param to exclusive
   */
  synchronized void add(long from, long to) {
    Map.Entry<Long, Long> before = runs.floorEntry(from);
    Long after = runs.ceilingKey(from);
    if ((before != null && before.getValue() > from) || (after != null && after < to)) {
      runs.clear();
      runs.put(from, to);
      return;
    }
    boolean continues = before != null && before.getValue() == from;
    Long behind = runs.remove(to);
    runs.put(continues ? before.getKey() : from, behind == null ? to : behind);
    if (runs.size() > MOST_RUNS) {
      runs.pollFirstEntry();
    }
  }

  /** The first offset from this one on that is in no run; forgets the runs before it. */
  synchronized long firstOutside(long offset) {
    Map.Entry<Long, Long> run = runs.floorEntry(offset);
    if (run == null) {
      return offset;
    }
    runs.headMap(run.getKey()).clear();
    return Math.max(offset, run.getValue());
  }
}
