package com.reactive.platform.kafka.wire.produce;

import java.time.Duration;
import java.util.function.Consumer;
import org.apache.kafka.common.errors.TimeoutException;

/** Gives batches up: when their time is over, when they cannot be sent, when all ends. */
final class BatchFailures {
  private final Completions completions;
  private final SettlingBatches settling;
  private final ProduceSettings settings;

  BatchFailures(Completions completions, SettlingBatches settling, ProduceSettings settings) {
    this.completions = completions;
    this.settling = settling;
    this.settings = settings;
  }

  /**
   * What was never handed over is not written. What was handed over, and may be written, is
   * unknown, and is settled until that time is over, too.
   */
  void expire(PartitionQueue partition, long now) {
    partition.removeUnsent(
        batch -> batch.isOver(now),
        batch -> completions.notWritten(batch, timeout(partition, "not sent")));
    for (RecordBatch batch : partition.sent()) {
      if (batch.isOver(now) && !batch.isDone()) {
        expire(partition, batch, now);
      }
    }
  }

  private void expire(PartitionQueue partition, RecordBatch batch, long now) {
    if (batch.isUnwritten()) {
      partition.leaveUnwritten(batch);
      completions.notWritten(batch, timeout(partition, "always refused"));
      return;
    }
    if (!batch.isSettling()) {
      String how = batch.inFlight ? "no answer" : "no clear answer";
      completions.awaitedInVain(batch, partition, timeout(partition, how));
      batch.deadline += settings.settleTimeoutNanos();
    }
    if (batch.isOver(now)) {
      giveUp(partition, batch, timeout(partition, "not settled", settings.settleTimeoutNanos()));
    }
  }

  /** Has the oldest of those that are settled given up while they hold too many bytes. */
  void giveUpTooMuch(Consumer<PartitionQueue> changed) {
    for (var oldest = settling.tooMuch(); oldest != null; oldest = settling.tooMuch()) {
      Exception reason = new TimeoutException("too many bytes wait to be settled");
      giveUp(oldest.getValue(), oldest.getKey(), reason);
      changed.accept(oldest.getValue());
    }
  }

  /** Of a topic that was made anew: its log cannot tell what the last one had. */
  void giveUpSettling(PartitionQueue partition, Exception reason) {
    for (RecordBatch batch : partition.sent()) {
      if (batch.isSettling()) {
        giveUp(partition, batch, reason);
      }
    }
  }

  /** One that is in flight keeps its place until it has landed. */
  private void giveUp(PartitionQueue partition, RecordBatch batch, Exception reason) {
    if (!batch.inFlight) {
      partition.leaveUnknown(batch);
    }
    completions.givenUp(batch, reason);
  }

  /** None of what was never handed over is written. */
  void failUnsent(PartitionQueue partition, Exception reason) {
    partition.removeUnsent(batch -> true, batch -> completions.notWritten(batch, reason));
  }

  /** Gives every batch up at once; no answer will be read. */
  void failAll(PartitionQueue partition, Exception reason) {
    failUnsent(partition, reason);
    for (RecordBatch batch : partition.sent()) {
      partition.leaveUnknown(batch);
      if (batch.isUnwritten()) {
        completions.notWritten(batch, reason);
      } else if (!batch.isDone()) {
        completions.givenUp(batch, reason);
      }
    }
  }

  private Exception timeout(PartitionQueue partition, String how) {
    return timeout(partition, how, settings.deliveryTimeoutNanos());
  }

  private static Exception timeout(PartitionQueue partition, String how, long nanos) {
    return new TimeoutException(
        "%s-%d: %s within %d ms"
            .formatted(
                partition.topic.name, partition.index, how, Duration.ofNanos(nanos).toMillis()),
        partition.trouble.reason());
  }
}
