package com.reactive.platform.gateway.http;

import java.util.concurrent.TimeUnit;

/**
 * How late an event loop does what is due: as long as that, an answer or a new request may have
 * waited for it. A rest in a pause does not count: timers end it. The loop's own, but for {@link
 * #seen}.
 */
final class EventLoopLag {
  /** What can be seen from outside: since the start, lately, and how often it was a stall. */
  record Seen(long longestNanos, long recentNanos, long stalls) {
    /** Of two loops: the worse one's delays, and both stalls. */
    Seen and(Seen other) {
      return new Seen(
          Math.max(longestNanos, other.longestNanos),
          Math.max(recentNanos, other.recentNanos),
          stalls + other.stalls);
    }
  }

  static final Seen NONE = new Seen(0, 0, 0);

  private static final long STALL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  private long longestNanos;
  private long stalls;
  private long windowStartNanos;
  private long inWindowNanos;
  private long inWindowBeforeNanos;
  private volatile Seen seen = NONE;

  EventLoopLag(long nowNanos) {
    windowStartNanos = nowNanos;
  }

  /** What was due happens now, so much later. */
  void late(long delayNanos, long nowNanos) {
    if (nowNanos - windowStartNanos >= WINDOW_NANOS) {
      inWindowBeforeNanos = inWindowNanos;
      inWindowNanos = 0;
      windowStartNanos = nowNanos;
    }
    inWindowNanos = Math.max(inWindowNanos, delayNanos);
    longestNanos = Math.max(longestNanos, delayNanos);
    if (delayNanos >= STALL_NANOS) {
      stalls++;
    }
    seen = new Seen(longestNanos, Math.max(inWindowNanos, inWindowBeforeNanos), stalls);
  }

  /** Any thread. */
  Seen seen() {
    return seen;
  }
}
