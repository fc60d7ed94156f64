package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.produce.RecordBatch.Outcome;
import java.util.ArrayDeque;

/** Batches that have their outcome and whose callers wait to hear it, in order. */
final class Completions {
  private final BatchPool pool;
  private final ProduceStats stats;
  private final ArrayDeque<RecordBatch> batches = new ArrayDeque<>();
  private boolean delivering;

  Completions(BatchPool pool, ProduceStats stats) {
    this.pool = pool;
    this.stats = stats;
  }

  /** The batch was sent and is in the log. */
  void acked(RecordBatch batch, int partition, long offset) {
    stats.acked += batch.records;
    batch.ack(partition, offset);
    pool.releaseBytes(batch);
    batches.add(batch);
  }

  /** The batch is given up and nobody refers to its bytes any more. */
  void failed(RecordBatch batch, Outcome outcome, Exception reason) {
    fail(batch, outcome, reason);
    pool.releaseBytes(batch);
    batches.add(batch);
  }

  /** As {@link RecordBatch#failSome}. */
  void refused(RecordBatch batch, Exception[] reasons) {
    for (Exception reason : reasons) {
      stats.notWritten += reason == null ? 0 : 1;
    }
    batch.failSome(reasons);
    pool.releaseBytes(batch);
    batches.add(batch);
  }

  /** The batch is in flight, and its callers do not wait for the answer any longer. */
  void abandoned(RecordBatch batch, Exception reason) {
    fail(batch, Outcome.UNKNOWN, reason);
    batches.add(batch);
  }

  /** The callers of an abandoned batch were told; now its bytes can go. */
  void release(RecordBatch batch) {
    pool.releaseBytes(batch);
  }

  private void fail(RecordBatch batch, Outcome outcome, Exception reason) {
    if (outcome == Outcome.NOT_WRITTEN) {
      stats.notWritten += batch.records;
    } else {
      stats.unknown += batch.records;
    }
    batch.fail(outcome, reason);
  }

  /** Tells the callers, who may append and flush. */
  void deliver() {
    if (delivering) {
      return;
    }
    delivering = true;
    try {
      for (RecordBatch batch = batches.poll(); batch != null; batch = batches.poll()) {
        batch.deliver();
        if (batch.buffer == null) {
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
