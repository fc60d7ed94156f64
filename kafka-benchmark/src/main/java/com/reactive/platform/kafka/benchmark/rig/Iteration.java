package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import org.HdrHistogram.Histogram;

/** What one turn of a target showed; {@link Iterations} sums up several of them. */
public final class Iteration {
  private final RunResult result;
  private final Histogram latencies;
  private final Histogram refusedLatencies;
  private final long refusals;

  Iteration(RunResult result, Histogram latencies, Histogram refusedLatencies, long refusals) {
    this.result = result;
    this.latencies = latencies;
    this.refusedLatencies = refusedLatencies;
    this.refusals = refusals;
  }

  /** The turn by itself. */
  public RunResult result() {
    return result;
  }

  /**
   * How often the target would not take over a send, which was then tried again until it did; how
   * often it was tried says nothing.
   */
  public long refusals() {
    return refusals;
  }

  /** From the intended send to the answer that it was not written: microseconds. */
  public RunResult.Latency refused() {
    return Latencies.of(refusedLatencies);
  }

  /** In nanoseconds; not to be changed. */
  Histogram latencies() {
    return latencies;
  }
}
