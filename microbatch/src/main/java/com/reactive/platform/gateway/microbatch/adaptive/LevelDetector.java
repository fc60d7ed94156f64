package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.concurrent.TimeUnit;

/**
 * Detects the pressure level of the load. Decides only: times and counts go in, no threads, no
 * clock.
 *
 * <p>The rate is that of a window of 10 s, and at its end the level follows it, up at the bound of
 * the level above, down only where the rate is under half the bound of its own level: a load at a
 * bound would otherwise change the level with every window. Half, because clients who wait for
 * their answers send less where T is longer: what waits for a batch that is away waits at most
 * twice as long as what goes at once, so a level's own T cannot take the rate below half of what
 * raised it.
 *
 * <p>Where a load jumps, the limits of a far lower level would hold for seconds. So a window that
 * has as many messages already as one of some levels above has in all of it, and therefore can only
 * end there or higher, raises the level at once by its rate so far, and a new window begins. A
 * burst that is over by then may go too far; the next window brings it down.
 *
 * <p>While a stripe fills there is no time even for that: the rate since the last tick raises the
 * level at once, never lowers it, and a new window begins.
 */
final class LevelDetector {
  static final long WINDOW_NANOS = TimeUnit.SECONDS.toNanos(10);

  /** What comes in a shorter time makes no rate; a tick may come a little early. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(900);

  /** A rate under this share of the level's own bound lowers the level. */
  private static final double CLEARLY_UNDER = 0.5;

  /** Result of a tick. */
  enum Tick {
    /** The window goes on. */
    NOTHING,
    /** The window ended and the next one has the same level. */
    WINDOW_ENDED,
    /** The level changed, and a new window has begun. */
    LEVEL_CHANGED
  }

  private PressureLevel level;
  private long windowStartNanos;
  private long windowStartMessages;
  private long lastNanos;
  private long lastMessages;

  LevelDetector(PressureLevel level, long nowNanos, long messages) {
    this.level = level;
    startWindow(nowNanos, messages);
    lastNanos = nowNanos;
    lastMessages = messages;
  }

  PressureLevel level() {
    return level;
  }

  /**
   * To be called about once a second.
   *
   * @param messages number of messages accepted so far
   * @param filling whether a stripe is filling up
   */
  Tick tick(long nowNanos, long messages, boolean filling) {
    PressureLevel now =
        PressureLevel.fromRequestRate(per10s(messages - lastMessages, nowNanos - lastNanos));
    lastNanos = nowNanos;
    lastMessages = messages;
    if (filling && now.compareTo(level) > 0) {
      return changeTo(now, nowNanos, messages);
    }
    long elapsedNanos = nowNanos - windowStartNanos;
    if (elapsedNanos < WINDOW_NANOS) {
      return raiseIfFar(elapsedNanos, nowNanos, messages);
    }
    PressureLevel next = afterWindow(per10s(messages - windowStartMessages, elapsedNanos));
    if (next != level) {
      return changeTo(next, nowNanos, messages);
    }
    startWindow(nowNanos, messages);
    return Tick.WINDOW_ENDED;
  }

  /** Nearer levels have limits that differ less, and wait for a rate that is measured better. */
  private Tick raiseIfFar(long elapsedNanos, long nowNanos, long messages) {
    long came = Math.max(0, messages - windowStartMessages);
    PressureLevel far = level.next().next().next();
    boolean jumped = far != level && came >= far.minRequestsPer10s();
    if (elapsedNanos < LEAST_NANOS || !jumped) {
      return Tick.NOTHING;
    }
    PressureLevel rising = PressureLevel.fromRequestRate(per10s(came, elapsedNanos));
    return changeTo(rising, nowNanos, messages);
  }

  private PressureLevel afterWindow(long requestsPer10s) {
    PressureLevel measured = PressureLevel.fromRequestRate(requestsPer10s);
    boolean under = requestsPer10s < CLEARLY_UNDER * level.minRequestsPer10s();
    return measured.compareTo(level) > 0 || under ? measured : level;
  }

  private Tick changeTo(PressureLevel next, long nowNanos, long messages) {
    level = next;
    startWindow(nowNanos, messages);
    return Tick.LEVEL_CHANGED;
  }

  private void startWindow(long nowNanos, long messages) {
    windowStartNanos = nowNanos;
    windowStartMessages = messages;
  }

  private static long per10s(long messages, long elapsedNanos) {
    boolean noRate = messages <= 0 || elapsedNanos <= 0; // a closing stripe withdraws messages
    return noRate ? 0 : (long) ((double) messages * WINDOW_NANOS / elapsedNanos);
  }
}
