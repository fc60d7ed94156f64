package com.reactive.platform.gateway.microbatch;

/**
 * Notices that hardly anybody comes any more: fewer than half as many as before, in the time in
 * which four came so far. Then it calls again, as long as more come. Not for several threads.
 */
final class LastCall {
  private static final int EXPECTED = 4;

  /** A timer is hardly more exact. */
  private static final long SHORTEST_NANOS = 50_000;

  private long lengthNanos;
  private long endNanos;
  private long arrivedBefore;

  /**
   * Begins now.
   *
   * @param sinceNanos so long it took so far, nanoseconds
   * @param arrived so many messages came in that time
   */
  void begin(long now, long sinceNanos, long arrived) {
    lengthNanos = Math.max(SHORTEST_NANOS, EXPECTED * sinceNanos / Math.max(1, arrived));
    again(now, arrived);
  }

  private void again(long now, long arrived) {
    endNanos = now + lengthNanos;
    arrivedBefore = arrived;
  }

  /** When it is to be asked again, if nobody comes before. */
  long endNanos() {
    return endNanos;
  }

  /**
   * True if hardly anybody came.
   *
   * @param arrived messages so far, as at the beginning
   */
  boolean isOver(long now, long arrived) {
    if (now - endNanos < 0) {
      return false;
    }
    if (arrived - arrivedBefore < EXPECTED / 2) {
      return true;
    }
    again(now, arrived);
    return false;
  }
}
