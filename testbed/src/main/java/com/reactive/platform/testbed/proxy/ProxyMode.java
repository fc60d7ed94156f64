package com.reactive.platform.testbed.proxy;

import java.time.Duration;

/**
 * Treatment of connections by a proxy.
 *
 * @param refuses new ones are reset as soon as they are made
 * @param holds nothing is forwarded, in neither direction; what came meanwhile follows afterwards
 * @param dropsProduceResponses what brokers answer to produce requests is swallowed
 * @param delayNanos how long each byte is under way, in each direction
 */
record ProxyMode(boolean refuses, boolean holds, boolean dropsProduceResponses, long delayNanos) {
  static final ProxyMode PASS = new ProxyMode(false, false, false, 0);
  static final ProxyMode REFUSE = new ProxyMode(true, false, false, 0);
  static final ProxyMode BLACK_HOLE = new ProxyMode(false, true, false, 0);
  static final ProxyMode DROP_PRODUCE_RESPONSES = new ProxyMode(false, false, true, 0);

  static ProxyMode delay(Duration delay) {
    return new ProxyMode(false, false, false, delay.toNanos());
  }
}
