package com.reactive.platform.kafka.benchmark.rig;

import java.util.concurrent.locks.LockSupport;

/** One load thread's way into a target. Used by that thread only, but for the outcomes. */
public interface TargetSession extends AutoCloseable {
  /**
   * Sends the next messages, as many as the target's {@link Target#messagesPerSend()}, with the
   * sequences from {@code firstSequence} on. Does not block on the target for long.
   *
   * @param firstSequence of this lane's messages, counted from 0 without gaps
   * @param intendedNanos when the send was due, as {@link System#nanoTime}; goes into the messages
   * @return whether the target took them; if so, {@link Outcomes} gets their outcome, exactly once
   *     and with the same sequence, during this call or later from any thread. If not, nothing
   *     happened and the same sequence may be sent again.
   */
  boolean trySend(long firstSequence, long intendedNanos);

  /**
   * Called when there is nothing to send for now: lets the lane do its input and output, and
   * returns when something was completed or the time is over, or earlier for no reason.
   *
   * @param maxNanos to wait at most, at least 0
   */
  default void await(long maxNanos) {
    if (maxNanos > 0) {
      LockSupport.parkNanos(this, maxNanos); // if it waits for outcomes, one of them unparks it
    }
  }

  /** After the run; what is still open then may stay without an outcome. */
  @Override
  default void close() {}
}
