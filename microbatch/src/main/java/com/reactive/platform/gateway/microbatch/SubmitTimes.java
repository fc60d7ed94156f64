package com.reactive.platform.gateway.microbatch;

import java.util.function.LongSupplier;

/**
 * Submit times of a stripe's messages, not of each one.
 *
 * <p>Reading the clock for every message would cost more than copying it. The writer reads it for
 * the first message of 64, and for one that finds nothing pending; the others count as submitted at
 * the last of these. So a message may be taken for older than it is, and be flushed the sooner, but
 * never for younger: whatever it is given belongs to a message before it.
 *
 * <p>Plain memory, written before its message is published and read by the taking side afterwards.
 */
final class SubmitTimes {
  private static final int MESSAGES_PER_TIME_SHIFT = 6;
  private static final int MESSAGES_PER_TIME = 1 << MESSAGES_PER_TIME_SHIFT;

  private final LongSupplier nanoClock;
  private final long[] submittedNanos;

  /**
   * @param messages the most that are pending, a power of two
   */
  SubmitTimes(LongSupplier nanoClock, int messages) {
    this.nanoClock = nanoClock;
    // Twice as many as the slots make: pending messages may begin and end within a run of 64.
    submittedNanos = new long[2 * Math.max(1, messages >> MESSAGES_PER_TIME_SHIFT)];
  }

  /** True for the messages whose time is noted, whatever is pending: one of 64. */
  static boolean isDue(long sequence) {
    return (sequence & (MESSAGES_PER_TIME - 1)) == 0;
  }

  /** Notes that this message is submitted now. The writer's. */
  void note(long sequence) {
    submittedNanos[slot(sequence)] = nanoClock.getAsLong();
  }

  /** Submit time of the message, or an earlier one; nanoseconds. The taking side's. */
  long nanos(long sequence) {
    return submittedNanos[slot(sequence)];
  }

  private int slot(long sequence) {
    return (int) (sequence >>> MESSAGES_PER_TIME_SHIFT) & (submittedNanos.length - 1);
  }
}
