package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.produce.RecordBatch.Outcome;
import java.time.Duration;
import org.apache.kafka.common.errors.TimeoutException;

/** Gives batches up whose time is over. */
final class Deadlines {
  private final Completions completions;
  private final ProduceSettings settings;

  Deadlines(Completions completions, ProduceSettings settings) {
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
        partition.lastTrouble);
  }
}
