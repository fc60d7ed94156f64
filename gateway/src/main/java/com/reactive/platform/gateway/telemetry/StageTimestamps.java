package com.reactive.platform.gateway.telemetry;

/**
 * The end of each stage of one event. Belongs to its exchange: the loop's thread writes it, but for
 * {@link LatencyStage#KAFKA}, which the sink's thread writes before it completes the exchange.
 */
public final class StageTimestamps {
  private final long startNanos;
  private final long[] endNanos = new long[LatencyStage.COUNT];

  /**
   * @param startNanos when the first stage began, as {@link System#nanoTime}
   */
  public StageTimestamps(long startNanos) {
    this.startNanos = startNanos;
  }

  /** Ends this stage now; the next one begins. */
  public void end(LatencyStage stage) {
    end(stage, System.nanoTime());
  }

  void end(LatencyStage stage, long nanos) {
    endNanos[stage.index] = nanos;
  }

  /**
   * The duration of each stage, nanoseconds. They add up to the total. A stage that ended before
   * the one before it, as Kafka's may while the loop still returns from the stripe, took no time.
   *
   * @param into one for each stage
   * @return the total
   */
  long durations(long[] into) {
    long before = startNanos;
    for (int i = 0; i < LatencyStage.COUNT; i++) {
      long nanos = Math.max(0, endNanos[i] - before);
      into[i] = nanos;
      before += nanos;
    }
    return before - startNanos;
  }
}
