package com.reactive.platform.kafka.wire.produce;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The batches that are sent on after their callers were told <em>unknown</em>, oldest first, of all
 * partitions. Beyond the budget of bytes the oldest are given up.
 */
final class SettlingBatches {
  private final BatchPool pool;
  private final long budget;
  private final ProduceStats stats;
  private final Map<RecordBatch, PartitionQueue> partitions = new LinkedHashMap<>();

  SettlingBatches(BatchPool pool, long budget, ProduceStats stats) {
    this.pool = pool;
    this.budget = budget;
    this.stats = stats;
  }

  void add(RecordBatch batch, PartitionQueue partition) {
    pool.setApart(batch);
    partitions.put(batch, partition);
    stats.settlingRecords += batch.records;
    stats.settlingBytes = pool.heldApart();
  }

  /** Settled, one way or another, and its bytes are released. Any other batch is none of these. */
  void remove(RecordBatch batch) {
    if (partitions.remove(batch) != null) {
      stats.settlingRecords -= batch.records;
      stats.settlingBytes = pool.heldApart();
    }
  }

  boolean isEmpty() {
    return partitions.isEmpty();
  }

  /** The one to give up next, since they hold too many bytes; null if they do not. */
  Map.Entry<RecordBatch, PartitionQueue> tooMuch() {
    return pool.heldApart() > budget ? partitions.entrySet().iterator().next() : null;
  }
}
