package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.WindowMeter;

/** Told of every batch whose last message is completed, on the thread that did it; cheap. */
@FunctionalInterface
interface BatchObserver {
  BatchObserver NONE = batch -> {};

  void batchCompleted(Batch batch);

  /** One that measures for adapting. */
  static BatchObserver into(WindowMeter meter) {
    return batch -> {
      if (batch.hasFailed()) {
        meter.failed(batch.size());
      } else {
        meter.completed(batch.oldestNanos(), batch.size());
      }
    };
  }
}
