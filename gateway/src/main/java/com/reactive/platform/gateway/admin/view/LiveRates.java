package com.reactive.platform.gateway.admin.view;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.ledger.Outcome.Category;
import com.reactive.platform.gateway.microbatch.FlushReason;

/** Events per second between two moments of the gateway. */
record LiveRates(Status before, Status now, double seconds) {
  double received() {
    return perSecond(now.ledger().received() - before.ledger().received());
  }

  double of(Category category) {
    return perSecond(now.ledger().total(category) - before.ledger().total(category));
  }

  /** Events turned away although Kafka is there and nobody stops the gateway. */
  double overload() {
    return perSecond(overload(now.ledger()) - overload(before.ledger()));
  }

  private static long overload(Ledger.Snapshot ledger) {
    return ledger.total(Category.SHED)
        - ledger.ended().get(Outcome.KAFKA_UNAVAILABLE)
        - ledger.ended().get(Outcome.DRAINING);
  }

  double of(FlushReason reason) {
    return perSecond(now.batcher().batches(reason) - before.batcher().batches(reason));
  }

  double perSecond(long count) {
    return Math.round(10 * count / Math.max(seconds, 0.001)) / 10.0;
  }
}
