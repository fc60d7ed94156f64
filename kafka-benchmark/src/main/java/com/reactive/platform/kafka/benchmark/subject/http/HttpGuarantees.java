package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees;
import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees.Order;

/** What a server that takes events over HTTP promises of its records. */
final class HttpGuarantees {
  private HttpGuarantees() {}

  /**
   * One record for each event, with an id of its own that the answer names.
   *
   * @param waits whether an answer waits for Kafka's; else events of different connections may
   *     overtake each other
   * @param keyed whether records have keys
   */
  static DeliveryGuarantees of(boolean waits, boolean keyed) {
    return new DeliveryGuarantees(waits ? Order.ACKNOWLEDGED : Order.NONE, 1, keyed, true, true);
  }

  /** One record for each event, whose answer waits for Kafka's, and names nothing. */
  static DeliveryGuarantees nameless() {
    return new DeliveryGuarantees(Order.ACKNOWLEDGED, 1, false, false, false);
  }
}
