package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.microbatch.Batch;
import java.util.function.LongConsumer;

/** Counts and times what goes to Kafka. Thread-safe; never blocks. */
public interface BatchMetrics {
  BatchMetrics NONE =
      new BatchMetrics() {
        @Override
        public void sending(Batch batch) {}

        @Override
        public void completed(String topic, long sinceNanos, Throwable failure) {}
      };

  /** The dispatcher takes this batch up, now; queue time is counted from its oldest message. */
  void sending(Batch batch);

  /**
   * Kafka told the outcome of one record.
   *
   * @param sinceNanos when it was handed to the client, as {@link System#nanoTime}
   * @param failure null if it was written
   */
  void completed(String topic, long sinceNanos, Throwable failure);

  /**
   * What hears how many nanoseconds each answer of a broker to a produce request took. To be asked
   * for once for each broker and thread.
   */
  default LongConsumer answers(int brokerId) {
    return nanos -> {};
  }

  /** Tells this one, then the other. */
  default BatchMetrics and(BatchMetrics other) {
    BatchMetrics first = this;
    return new BatchMetrics() {
      @Override
      public void sending(Batch batch) {
        first.sending(batch);
        other.sending(batch);
      }

      @Override
      public void completed(String topic, long sinceNanos, Throwable failure) {
        first.completed(topic, sinceNanos, failure);
        other.completed(topic, sinceNanos, failure);
      }

      @Override
      public LongConsumer answers(int brokerId) {
        return first.answers(brokerId).andThen(other.answers(brokerId));
      }
    };
  }
}
