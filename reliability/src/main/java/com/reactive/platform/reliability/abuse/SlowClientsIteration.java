package com.reactive.platform.reliability.abuse;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verification;
import com.reactive.platform.reliability.overload.StatusSample;
import java.util.List;

/**
 * The healthy load measured once, with or without the flood.
 *
 * @param flooded with slow and idle clients
 * @param result of the healthy load
 * @param cutOff how many of the slow and idle ones the gateway ended meanwhile
 * @param turnedAway how many of those that came again it did not let in
 * @param overloaded how many unfinished bodies it answered 503
 * @param seen of the gateway meanwhile; empty where nobody looked
 */
record SlowClientsIteration(
    boolean flooded,
    RunResult result,
    long cutOff,
    long turnedAway,
    long overloaded,
    List<StatusSample> seen) {
  /** Copies the list. */
  SlowClientsIteration {
    seen = List.copyOf(seen);
  }

  /** One without the flood. */
  static SlowClientsIteration without(RunResult result) {
    return new SlowClientsIteration(false, result, 0, 0, 0, List.of());
  }

  String name() {
    return flooded ? "with" : "without";
  }

  /** Requests of the healthy load that were not answered as they should be. */
  long failed() {
    Verification seen = result.verification();
    return seen.notWritten() + seen.unknown() + seen.lost();
  }

  /** True if no healthy request failed and Kafka has all that was acknowledged. */
  boolean sound() {
    return failed() == 0 && result.verification().verified() && result.latency().count() > 0;
  }
}
