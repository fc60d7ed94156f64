package com.reactive.platform.reader;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** At least once: offsets are committed by the reader. */
final class CommittingGroup extends FaultyGroup {
  private final ConcurrentMap<Integer, Integer> times = new ConcurrentHashMap<>();

  CommittingGroup() {
    super("committing", "consumer");
  }

  /** Events that have come. */
  int handled() {
    return times.size();
  }

  /** How often one came again. */
  long repeats() {
    return times.values().stream().mapToLong(count -> count - 1).sum();
  }

  @Override
  Part newPart() {
    return new Part() {
      @Override
      void onEvent(Event<Integer> event) {
        times.merge(event.value(), 1, Integer::sum);
      }
    };
  }
}
