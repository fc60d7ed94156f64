package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.produce.RecordBatch.Outcome;
import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;

/** Gives batches up: when their time is over, when they cannot be sent, when all ends. */
final class BatchFailures {
  private final Completions completions;
  private final ProduceSettings settings;

  BatchFailures(Completions completions, ProduceSettings settings) {
    this.completions = completions;
    this.settings = settings;
  }

  /**
   * What was never handed over is not written. What was handed over, and may be written, is
   * unknown.
   */
  void expire(PartitionQueue partition, long now) {
    partition.removeUnsent(
        batch -> isOver(batch, now),
        batch -> completions.failed(batch, Outcome.NOT_WRITTEN, timeout(partition, "not sent")));
    for (RecordBatch batch : partition.sent()) {
      if (!isOver(batch, now) || batch.outcome != Outcome.OPEN) {
        continue;
      }
      if (batch.inFlight) {
        completions.abandoned(batch, timeout(partition, "no answer"));
      } else if (batch.maybeWritten) {
        partition.leaveUnknown(batch);
        completions.failed(batch, Outcome.UNKNOWN, timeout(partition, "no clear answer"));
      } else {
        partition.leaveUnwritten(batch);
        completions.failed(batch, Outcome.NOT_WRITTEN, timeout(partition, "always refused"));
      }
    }
  }

  /** None of what was never handed over is written. */
  void failUnsent(PartitionQueue partition, Exception reason) {
    partition.removeUnsent(
        batch -> true, batch -> completions.failed(batch, Outcome.NOT_WRITTEN, reason));
  }

  /** Gives every batch up at once; no answer will be read. */
  void failAll(PartitionQueue partition, Exception reason) {
    failUnsent(partition, reason);
    for (RecordBatch batch : partition.sent()) {
      boolean unwritten = batch.isUnwritten();
      partition.leaveUnknown(batch);
      if (batch.outcome == Outcome.OPEN) {
        completions.failed(batch, unwritten ? Outcome.NOT_WRITTEN : Outcome.UNKNOWN, reason);
      } else {
        completions.release(batch);
      }
    }
  }

  private static boolean isOver(RecordBatch batch, long now) {
    return batch.deadline - now <= 0;
  }

  private Exception timeout(PartitionQueue partition, String how) {
    return new TimeoutException(
        "%s-%d: %s within %d ms"
            .formatted(
                partition.topic.name,
                partition.index,
                how,
                Duration.ofNanos(settings.deliveryTimeoutNanos()).toMillis()),
        partition.trouble.reason());
  }
}
