package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.kafka.wire.produce.RecordOutcomes;
import java.util.function.IntFunction;

/**
 * Completes the events of one batch by the outcomes of their records, and tells later what became
 * of those whose outcome was unknown. On the batch's loop.
 */
final class BatchOutcomes implements RecordOutcomes {
  private final Batch batch;
  private final IntFunction<String> topics;
  private final BatchMetrics metrics;
  private final long sentNanos = System.nanoTime();

  /** By index; null until an outcome is unknown. */
  private Settlement[] settlements;

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
    Settlement settlement = batch.unknownYet(index, reason);
    if (settlement != null) {
      settlements = settlements == null ? new Settlement[batch.size()] : settlements;
      settlements[index] = settlement;
    }
  }

  @Override
  public void settledWritten(int index, int partition, long offset) {
    if (isAwaited(index)) {
      settlements[index].written(partition, offset);
    }
  }

  @Override
  public void settledNotWritten(int index, Exception reason) {
    if (isAwaited(index)) {
      settlements[index].notWritten(reason);
    }
  }

  @Override
  public void unsettled(int index, Exception reason) {
    if (isAwaited(index)) {
      settlements[index].unsettled(reason);
    }
  }

  private boolean isAwaited(int index) {
    return settlements != null && settlements[index] != null;
  }

  /** Before the event is completed: then its place may belong to another. */
  private void count(int index, Exception failure) {
    int stream = EventFrame.stream(batch.buffer(), batch.offset(index));
    metrics.completed(topics.apply(stream), sentNanos, failure);
  }
}
