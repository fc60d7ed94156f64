package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.http.LatencyBreakdown.Stage;

/**
 * When the stages of one event ended. Belongs to its exchange: the loop's thread writes it, but for
 * {@link Stage#KAFKA}, which the sink's thread writes before it puts the exchange into the mailbox.
 */
final class StageTimestamps {
  private final long startNanos;
  private final long[] endNanos = new long[Stage.COUNT];

  /**
   * @param startNanos when the first stage began, as {@link System#nanoTime}
   */
  StageTimestamps(long startNanos) {
    this.startNanos = startNanos;
  }

  /** This stage ends now, and the next one begins. */
  void end(Stage stage) {
    end(stage, System.nanoTime());
  }

  void end(Stage stage, long nanos) {
    endNanos[stage.index] = nanos;
  }

  /**
   * How long each stage took, nanoseconds. They add up to the total. A stage that ended before the
   * one before it, as Kafka's may while the loop still returns from the stripe, took no time.
   *
   * @param into one for each stage
   * @return the total
   */
  long durations(long[] into) {
    long before = startNanos;
    for (int i = 0; i < Stage.COUNT; i++) {
      long nanos = Math.max(0, endNanos[i] - before);
      into[i] = nanos;
      before += nanos;
    }
    return before - startNanos;
  }
}
