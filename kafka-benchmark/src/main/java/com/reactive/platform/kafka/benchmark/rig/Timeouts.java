package com.reactive.platform.kafka.benchmark.rig;

import java.time.Duration;

/**
 * The times for which the rig waits after a load.
 *
 * @param drain for the last outcomes
 * @param quiet at acks=0 and 1, that the log must stand still: an acknowledged record may not have
 *     come that far yet
 * @param late after that, for records that are missing: a broker may have paused for longer
 */
record Timeouts(Duration drain, Duration quiet, Duration late) {
  static final Timeouts DEFAULT =
      new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(1), Duration.ofSeconds(5));

  Timeouts withDrain(Duration timeout) {
    return new Timeouts(timeout, quiet, late);
  }
}
