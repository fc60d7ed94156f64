package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.Promises;
import com.reactive.platform.kafka.benchmark.rig.Promises.Order;

/** What a server that takes events over HTTP promises of its records. */
final class HttpPromises {
  private HttpPromises() {}

  /**
   * One record for each event, with an id of its own that the answer names.
   *
   * @param waits whether an answer waits for Kafka's; else events of different connections may
   *     overtake each other
   * @param keyed whether records have keys
   */
  static Promises of(boolean waits, boolean keyed) {
    return new Promises(waits ? Order.ACKNOWLEDGED : Order.NONE, 1, keyed, true, true);
  }

  /** One record for each event, whose answer waits for Kafka's, and names nothing. */
  static Promises nameless() {
    return new Promises(Order.ACKNOWLEDGED, 1, false, false, false);
  }
}
