package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.produce.RecordBatch.Outcome;
import java.util.ArrayDeque;

/** Batches that have their outcome, or are settled, and whose callers are to hear it, in order. */
final class Completions {
  private final BatchPool pool;
  private final SettlingBatches settling;
  private final ProduceStats stats;
  private final ArrayDeque<RecordBatch> batches = new ArrayDeque<>();
  private boolean delivering;

  Completions(BatchPool pool, SettlingBatches settling, ProduceStats stats) {
    this.pool = pool;
    this.settling = settling;
    this.stats = stats;
  }

  /** The batch was sent and is in the log. */
  void acked(RecordBatch batch, int partition, long offset) {
    if (batch.isSettling()) {
      stats.settledWritten += batch.records;
    } else {
      stats.acked += batch.records;
    }
    batch.ack(partition, offset);
    finish(batch);
  }

  /** The batch is not in the log, for certain and for ever. */
  void notWritten(RecordBatch batch, Exception reason) {
    if (batch.isSettling()) {
      stats.settledNotWritten += batch.records;
    } else {
      stats.notWritten += batch.records;
    }
    batch.end(Outcome.NOT_WRITTEN, reason);
    finish(batch);
  }

  /** The callers wait no longer, and the batch goes on being sent to learn what became of it. */
  void awaitedInVain(RecordBatch batch, PartitionQueue partition, Exception reason) {
    unknown(batch, reason);
    settling.add(batch, partition);
    tell(batch);
  }

  /** The batch is not sent any more, and may be in the log: unknown, or unsettled if that is so. */
  void givenUp(RecordBatch batch, Exception reason) {
    if (batch.outcome == Outcome.OPEN) {
      unknown(batch, reason);
    }
    stats.unsettled += batch.records;
    batch.end(Outcome.UNKNOWN, reason);
    finish(batch);
  }

  private void unknown(RecordBatch batch, Exception reason) {
    stats.unknown += batch.records;
    batch.end(Outcome.UNKNOWN, reason);
  }

  /** As {@link RecordBatch#failSome}. */
  void refused(RecordBatch batch, Exception[] reasons) {
    for (Exception reason : reasons) {
      stats.notWritten += reason == null ? 0 : 1;
    }
    batch.failSome(reasons);
    finish(batch);
  }

  /** Nobody needs the bytes any more; a request that is being written has its own hold on them. */
  private void finish(RecordBatch batch) {
    pool.releaseBytes(batch);
    settling.remove(batch);
    tell(batch);
  }

  private void tell(RecordBatch batch) {
    if (!batch.toBeTold) {
      batch.toBeTold = true;
      batches.add(batch);
    }
  }

  /** Tells the callers, who may append and flush. */
  void deliver() {
    if (delivering) {
      return;
    }
    delivering = true;
    try {
      for (RecordBatch batch = batches.poll(); batch != null; batch = batches.poll()) {
        batch.toBeTold = false;
        batch.deliver();
        if (batch.isDone() && !batch.inFlight) {
          pool.reuse(batch);
        }
      }
    } finally {
      delivering = false;
    }
  }

  boolean isEmpty() {
    return batches.isEmpty() && !delivering;
  }
}
