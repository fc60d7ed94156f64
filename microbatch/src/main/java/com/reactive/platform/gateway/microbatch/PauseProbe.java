package com.reactive.platform.gateway.microbatch;

/**
 * Lets a pause go on now and then where it would end early, and so finds out whether more would
 * come.
 *
 * <p>A pause ends early when as many messages are pending as the last flights let expect. Where
 * messages come at a rate of their own and flights are short, that expectation feeds on itself:
 * flights of two are followed by pauses that wait for two. A pause that goes on gathers what the
 * rate has to offer, and the next ones expect as much. Where clients wait for their answers nobody
 * comes any more, {@link LastCall} says so soon, and the next attempts become rare.
 *
 * <p>The flushing thread's alone.
 */
final class PauseProbe {
  private static final int MOST_SKIPPED = 1_023;

  /** So many times more messages are worth the wait; fewer come back late from the same group. */
  private static final int WORTH_IT = 2;

  private final Patience patience = new Patience(MOST_SKIPPED);
  private boolean on;
  private long pendingBefore;

  /** Forgets what was found out: H is another one. */
  void begin() {
    patience.begin();
    on = false;
  }

  /**
   * A pause is about to end early.
   *
   * @param pending messages
   * @return whether it goes on
   */
  boolean goesOn(long pending) {
    on = patience.tries();
    pendingBefore = pending;
    return on;
  }

  /** True if the pause goes on although it could have ended. */
  boolean isOn() {
    return on;
  }

  /** The pause is over; does nothing if it did not go on. */
  void end(long pending) {
    if (on) {
      patience.judge(pending >= WORTH_IT * pendingBefore);
      on = false;
    }
  }
}
