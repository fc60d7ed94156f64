package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;

/**
 * The latency that pauses do not make: p99 of the last windows without the time for which pauses
 * held messages back.
 *
 * <p>A machine with other work, or a sink with hiccups, makes some windows late whatever H is.
 * Among those it would depend on luck which H is within the budget. So a window that has no more of
 * that latency than one of the incumbent's lately counts with the least of theirs.
 */
final class SinkLatency {
  private static final int REMEMBERED = 8;

  private final Deque<Long> latelyNanos = new ArrayDeque<>();

  /** Remembers a window of the incumbent, if its p99 tells of more than a backlog. */
  void note(Observation seen) {
    if (!isOfUse(seen)) {
      return;
    }
    if (latelyNanos.size() == REMEMBERED) {
      latelyNanos.removeFirst();
    }
    latelyNanos.addLast(seen.p99Nanos() - heldNanos(seen));
  }

  /** The observation with the p99 that it counts with. */
  Observation undisturbed(Observation seen) {
    long held = heldNanos(seen);
    long rest = seen.p99Nanos() - held;
    if (!isOfUse(seen) || latelyNanos.isEmpty() || rest > Collections.max(latelyNanos)) {
      return seen;
    }
    return seen.withP99Nanos(held + Math.min(rest, Collections.min(latelyNanos)));
  }

  private static boolean isOfUse(Observation seen) {
    return seen.steady() && !seen.saturated() && seen.p99Nanos() >= 0;
  }

  void forget() {
    latelyNanos.clear();
  }

  /** What a pause held back, and not a timer that came late. */
  private static long heldNanos(Observation seen) {
    return Math.max(0, Math.min(seen.waitP99Nanos(), seen.limits().idlePauseNanos()));
  }
}
