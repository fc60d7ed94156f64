package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;

/** Told of every batch whose last message is completed, on the thread that did it; cheap. */
@FunctionalInterface
interface BatchObserver {
  BatchObserver NONE = batch -> {};

  void batchCompleted(Batch batch);

  /** Told of a batch that begins a flight, at this moment of the batcher's clock; cheap. */
  default void flightBegins(Batch batch, long nanos) {}

  /** One that measures for adapting. */
  static BatchObserver into(WindowMeter meter) {
    return new BatchObserver() {
      @Override
      public void batchCompleted(Batch batch) {
        if (batch.hasFailed()) {
          meter.failed(batch.size());
        } else {
          meter.completed(batch.oldestNanos(), batch.size());
        }
      }

      @Override
      public void flightBegins(Batch batch, long nanos) {
        meter.handedOver(nanos - batch.oldestNanos(), batch.size());
      }
    };
  }
}
