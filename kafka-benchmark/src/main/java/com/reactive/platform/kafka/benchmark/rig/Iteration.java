package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import org.HdrHistogram.Histogram;

/**
 * The outcome of one run of a target; {@link Iterations} sums up several of them.
 *
 * @param result the iteration by itself
 * @param latencies of acknowledged messages, nanoseconds; not to be changed
 * @param refusedLatencies from the intended send until it was known that a message is not written,
 *     nanoseconds; not to be changed
 * @param refusals number of times that the target would not accept a send, which was then tried
 *     again until it did
 */
public record Iteration(
    RunResult result, Histogram latencies, Histogram refusedLatencies, long refusals) {
  /** Microseconds from the intended send until it was known that a message is not written. */
  public RunResult.Latency refused() {
    return Latencies.of(refusedLatencies);
  }
}
