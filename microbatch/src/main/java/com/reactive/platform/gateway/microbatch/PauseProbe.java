package com.reactive.platform.gateway.microbatch;

/**
 * Lets a pause go on now and then where it would end early, and so finds out whether more would
 * come.
 *
 * <p>A pause ends early when as many messages are pending as the last flights let expect. Where
 * messages come at a rate of their own and flights are short, that expectation feeds on itself:
 * flights of two are followed by pauses that wait for two. A pause that goes on gathers what the
 * rate has to offer, and the next ones expect as much. Where clients wait for their answers nobody
 * comes any more, and {@link LastCall} says so soon. After some attempts in vain the next one waits
 * for {@link #REST} times what the last one took: so all of them cost a hundredth of the time, and
 * another kind of load is noticed within a few pauses.
 *
 * <p>The flushing thread's alone.
 */
final class PauseProbe {
  private static final int REST = 100;
  private static final int MOST_IN_VAIN = 8;

  /** So many times more messages are worth the wait; fewer come back late from the same group. */
  private static final int WORTH_IT = 2;

  /** Number of times in vain that are still allowed. */
  private int left = MOST_IN_VAIN / 2;

  private long restEndNanos;
  private boolean on;
  private long beginNanos;
  private long pendingBefore;

  /** Forgets what was found out: H or the load is another one. */
  void begin() {
    left = MOST_IN_VAIN / 2;
    on = false;
  }

  /**
   * A pause is about to end early.
   *
   * @param pending messages
   * @return whether it goes on
   */
  boolean goesOn(long now, long pending) {
    on = left > 0 || now - restEndNanos >= 0;
    beginNanos = now;
    pendingBefore = pending;
    return on;
  }

  /** True if the pause goes on although it could have ended. */
  boolean isOn() {
    return on;
  }

  /** The pause is over; does nothing if it did not go on. */
  void end(long now, long pending) {
    if (!on) {
      return;
    }
    on = false;
    boolean worthIt = pending >= WORTH_IT * pendingBefore;
    left = Math.max(0, Math.min(MOST_IN_VAIN, left + (worthIt ? 1 : -1)));
    restEndNanos = now + REST * (now - beginNanos);
  }
}
