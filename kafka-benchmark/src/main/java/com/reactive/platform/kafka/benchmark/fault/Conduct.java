package com.reactive.platform.kafka.benchmark.fault;

import java.time.Duration;

/**
 * What a proxy does with its connections.
 *
 * @param refuses new ones are reset as soon as they are made
 * @param holds nothing is forwarded, in neither direction; what came meanwhile follows afterwards
 * @param dropsProduceResponses what brokers answer to produce requests is swallowed
 * @param delayNanos how long each byte is under way, in each direction
 */
record Conduct(boolean refuses, boolean holds, boolean dropsProduceResponses, long delayNanos) {
  static final Conduct PASS = new Conduct(false, false, false, 0);
  static final Conduct REFUSE = new Conduct(true, false, false, 0);
  static final Conduct BLACK_HOLE = new Conduct(false, true, false, 0);
  static final Conduct DROP_PRODUCE_RESPONSES = new Conduct(false, false, true, 0);

  static Conduct delay(Duration delay) {
    return new Conduct(false, false, false, delay.toNanos());
  }
}
