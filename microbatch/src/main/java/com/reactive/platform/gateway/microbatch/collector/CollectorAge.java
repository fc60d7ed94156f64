package com.reactive.platform.gateway.microbatch.collector;

/**
 * Since when, at the longest, the items in a collector's rings have waited. The flush thread's.
 *
 * <p>An item's own time would cost its submit a look at the clock. So the flush thread notes the
 * time and, ring by ring, what was put in by then; once all of that is taken, nothing that is left
 * is older. Under a backlog that may come out twice as old as it is, and never younger.
 */
final class CollectorAge {
  private long sinceNanos;
  private long notedNanos;
  private long[] notedItems = {}; // by lane: put in at notedNanos or a moment later

  /** No item that is in a ring was put in before. */
  long sinceNanos() {
    return sinceNanos;
  }

  /** At that time the rings were empty, or what was in them is taken now. */
  void nothingIsOlderThan(long nanos) {
    sinceNanos = nanos;
    notedNanos = nanos; // what is noted stays: it is taken as well
  }

  /** Some of what was in the rings at that time is taken now. */
  void tookSome(CollectorLane[] lanes, long nanos) {
    if (isTakenWhatWasNoted(lanes)) {
      sinceNanos = notedNanos;
      note(lanes, nanos);
    }
  }

  private boolean isTakenWhatWasNoted(CollectorLane[] lanes) {
    for (int i = 0; i < notedItems.length; i++) {
      FastRingBuffer<Object> ring = lanes[i].ring();
      if (ring.produced() - ring.size() < notedItems[i]) {
        return false;
      }
    }
    return true;
  }

  private void note(CollectorLane[] lanes, long nanos) {
    if (notedItems.length != lanes.length) {
      notedItems = new long[lanes.length];
    }
    for (int i = 0; i < lanes.length; i++) {
      notedItems[i] = lanes[i].ring().produced();
    }
    notedNanos = nanos;
  }
}
