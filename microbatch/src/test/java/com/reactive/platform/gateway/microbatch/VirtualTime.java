package com.reactive.platform.gateway.microbatch;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A clock that jumps from event to event. Events of one moment happen in the order of their coming.
 */
final class VirtualTime {
  private record Event(long nanos, long order, Runnable action) {}

  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::order));
  private long nanos;
  private long order;

  long nanos() {
    return nanos;
  }

  void after(long delayNanos, Runnable action) {
    events.add(new Event(nanos + delayNanos, order++, action));
  }

  /** When the next event is; far away if there is none. */
  long nextNanos() {
    Event next = events.peek();
    return next == null ? Long.MAX_VALUE : next.nanos();
  }

  /** Lets everything happen up to this moment, and what is due at it. */
  void runTo(long untilNanos) {
    while (nextNanos() <= untilNanos) {
      runNext();
    }
    nanos = Math.max(nanos, untilNanos);
  }

  void runNext() {
    Event next = events.remove();
    nanos = next.nanos();
    next.action().run();
  }
}
