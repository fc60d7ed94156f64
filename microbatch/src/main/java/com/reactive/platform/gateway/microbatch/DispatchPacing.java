package com.reactive.platform.gateway.microbatch;

import java.util.function.LongSupplier;

/**
 * Tells the dispatcher when messages come so fast that it should let them gather for a moment.
 *
 * <p>A dispatcher that takes each message as soon as it is there shares every cache line with the
 * writer while it is being written, and both spend their time on fetching lines from each other.
 * That costs more than the messages themselves. Below the threshold a moment would bring too few of
 * them to be worth it. The dispatcher's alone.
 */
final class DispatchPacing {
  static final long GATHERING_NANOS = 50_000;

  private static final long FAST_NANOS_PER_MESSAGE = 500;
  private static final long FEW_MESSAGES = 64;

  private final LongSupplier nanoClock;
  private long lastNanos;
  private long lastMessages;

  DispatchPacing(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    lastNanos = nanoClock.getAsLong();
  }

  /**
   * True if messages came fast since the last call.
   *
   * @param messages number of messages so far
   */
  boolean isFast(long messages) {
    long now = nanoClock.getAsLong();
    long elapsedNanos = now - lastNanos;
    long came = messages - lastMessages;
    lastNanos = now;
    lastMessages = messages;
    return came >= FEW_MESSAGES && elapsedNanos / came < FAST_NANOS_PER_MESSAGE;
  }
}
