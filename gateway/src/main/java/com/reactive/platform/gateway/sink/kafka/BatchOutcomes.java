package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.kafka.wire.produce.RecordOutcomes;
import java.util.function.IntFunction;

/** Completes the events of one batch by the outcomes of their records. On the batch's loop. */
final class BatchOutcomes implements RecordOutcomes {
  private final Batch batch;
  private final IntFunction<String> topics;
  private final BatchMetrics metrics;
  private final long sentNanos = System.nanoTime();

  BatchOutcomes(Batch batch, IntFunction<String> topics, BatchMetrics metrics) {
    this.batch = batch;
    this.topics = topics;
    this.metrics = metrics;
  }

  Batch batch() {
    return batch;
  }

  @Override
  public void acked(int index, int partition, long offset) {
    count(index, null);
    batch.acked(index, partition, offset);
  }

  @Override
  public void notWritten(int index, Exception reason) {
    count(index, reason);
    batch.notWritten(
        index, ProducerErrors.isOfTheEvent(reason) ? new RefusedEventException(reason) : reason);
  }

  @Override
  public void unknown(int index, Exception reason) {
    count(index, reason);
    batch.unknown(index, reason);
  }

  /** Before the event is completed: then its place may belong to another. */
  private void count(int index, Exception failure) {
    int stream = EventFrame.stream(batch.buffer(), batch.offset(index));
    metrics.completed(topics.apply(stream), sentNanos, failure);
  }
}
