package com.reactive.platform.gateway.microbatch;

/**
 * Decides for how long of a pause an event loop may rest: look at none of its sockets, and so read
 * at once what comes meanwhile. To be woken up for one message costs more than to read it, which is
 * why network cards moderate their interrupts.
 *
 * <p>Who rests does not see that clients are back, which ends a pause early. So there is no rest
 * unless the last pauses mostly lasted all of H and brought several messages together. And in some
 * pauses the loop looks at its sockets half-way: clients who wait for answers, and come back within
 * half of H, are there by then, the pause ends early, and after a few of those there is no rest any
 * more. Clients who think for longer than that are noticed by {@link PauseToll}.
 *
 * <p>The flushing thread's alone.
 */
final class PauseRest {
  /** The longest for which other requests than events wait to be read. */
  private static final long LONGEST_NANOS = 10_000_000;

  /** A shorter sleep saves no wake-up that is worth one more. */
  private static final long SHORTEST_NANOS = 200_000;

  /** It looks in one pause of so many. */
  private static final int PAUSES_PER_LOOK = 4;

  private static final int MAX_SCORE = 16;
  private static final int LEAST_SCORE_TO_REST = MAX_SCORE / 2;

  /** A pause that does not last takes one point. Where few come, some do not last by chance. */
  private static final int POINTS_FOR_LASTING = 2;

  /**
   * Of pauses in which clients would have been seen; those with a rest and no look do not count.
   */
  private int score;

  private int pauses;
  private boolean looks;
  private long lookNanos;

  /** Forgets what was found out: H is another one. */
  void begin() {
    score = 0;
  }

  /** A pause begins now, and lasts until then at most. */
  void pauseBegins(long now, long endNanos) {
    looks = !mayRest() || ++pauses % PAUSES_PER_LOOK == 0;
    lookNanos = now + (endNanos - now) / 2;
  }

  /**
   * A pause is over.
   *
   * @param lasts whether it lasted as long as it could, and brought messages together
   */
  void pauseEnds(boolean lasts) {
    if (looks) {
      score = Math.max(0, Math.min(MAX_SCORE, score + (lasts ? POINTS_FOR_LASTING : -1)));
    }
  }

  /** True unless {@link #nanos} is 0 whatever the time. */
  boolean mayRest() {
    return score >= LEAST_SCORE_TO_REST;
  }

  /**
   * Time to rest in a pause.
   *
   * @param endNanos when the pause ends if nobody comes
   * @return nanoseconds; 0 for no rest
   */
  long nanos(long now, long endNanos) {
    boolean looksBefore = looks && lookNanos - now >= SHORTEST_NANOS && lookNanos - endNanos < 0;
    long nanos = Math.min(LONGEST_NANOS, (looksBefore ? lookNanos : endNanos) - now);
    return mayRest() && nanos >= SHORTEST_NANOS ? nanos : 0;
  }
}
