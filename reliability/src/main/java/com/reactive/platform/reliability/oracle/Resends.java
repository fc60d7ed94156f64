package com.reactive.platform.reliability.oracle;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Events whose outcome is not final, until they are sent again. Pauses double from a twentieth of a
 * second to half a second, less up to half of each by chance, and are never shorter than the server
 * asks for. For the client's thread only.
 */
final class Resends {
  private static final long FIRST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final long MAX_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final int MAX_DOUBLINGS = 10;

  private record Waiting(OracleFlight flight, long dueNanos) {}

  private final PriorityQueue<Waiting> waiting =
      new PriorityQueue<>((a, b) -> Long.signum(a.dueNanos() - b.dueNanos()));
  private final SplittableRandom random;

  Resends(SplittableRandom random) {
    this.random = random;
  }

  /**
   * Sends it again after a pause.
   *
   * @param retryAfterMillis that the server asks for; 0 if it asks for none
   * @param now of {@link System#nanoTime}
   */
  void add(OracleFlight flight, long retryAfterMillis, long now) {
    long pause = FIRST_PAUSE_NANOS << Math.min(flight.attempt(), MAX_DOUBLINGS);
    pause = Math.min(pause, MAX_PAUSE_NANOS);
    pause -= random.nextLong(pause / 2);
    long asked = TimeUnit.MILLISECONDS.toNanos(retryAfterMillis);
    waiting.add(new Waiting(flight, now + Math.max(pause, asked)));
  }

  /** The flight whose event is to be sent again now; null if there is none. */
  OracleFlight pollDue(long now) {
    Waiting next = waiting.peek();
    return next == null || next.dueNanos() - now > 0 ? null : waiting.poll().flight();
  }

  int size() {
    return waiting.size();
  }
}
