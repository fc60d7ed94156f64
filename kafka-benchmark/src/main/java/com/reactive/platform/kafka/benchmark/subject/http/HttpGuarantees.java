package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees;
import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees.Order;

/** Guarantees of the records of a server that accepts events over HTTP. */
final class HttpGuarantees {
  private HttpGuarantees() {}

  /**
   * One record for each event, with an id of its own that the response names.
   *
   * @param waits true if a response waits for Kafka's; else events of different connections may
   *     overtake each other
   * @param keyed true if records have keys
   */
  static DeliveryGuarantees of(boolean waits, boolean keyed) {
    return new DeliveryGuarantees(waits ? Order.ACKNOWLEDGED : Order.NONE, 1, keyed, true, true);
  }

  /** One record for each event, whose response waits for Kafka's, and names nothing. */
  static DeliveryGuarantees nameless() {
    return new DeliveryGuarantees(Order.ACKNOWLEDGED, 1, false, false, false);
  }
}
