package com.reactive.platform.kafka.wire.produce;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.ByteUtils;

/** Encodes records into the open batches, within the limits of topic, request and budget. */
final class RecordAppender {
  private final ProduceSettings settings;
  private final BatchPool pool;
  private final WakeUp wakeUp;
  private final LongSupplier clock;
  private final ProduceStats stats;
  private final int bytesAroundBatches;
  private final List<PartitionQueue> dirty = new ArrayList<>();

  RecordAppender(
      ProduceSettings settings,
      BatchPool pool,
      WakeUp wakeUp,
      LongSupplier clock,
      ProduceStats stats,
      int bytesAroundBatches) {
    this.settings = settings;
    this.pool = pool;
    this.wakeUp = wakeUp;
    this.clock = clock;
    this.stats = stats;
    this.bytesAroundBatches = bytesAroundBatches;
  }

  AppendResult append(PartitionQueue queue, ProduceRecord record, RecordOutcomes to, int index) {
    TopicInfo topic = queue.topic;
    RecordBatch batch = queue.open;
    int body = batch == null ? 0 : batch.bodySize(record);
    if (batch == null || batch.bytes() + body + ByteUtils.sizeOfVarint(body) > batch.limit) {
      body = RecordEncoder.bodySize(record, 0, 0);
      long alone = (long) RecordBatch.OVERHEAD + ByteUtils.sizeOfVarint(body) + body;
      if (alone > largestBatch(topic)) {
        return AppendResult.TOO_LARGE;
      }
      if (!pool.hasRoom(alone)) {
        return AppendResult.FULL;
      }
      batch = openBatch(topic, queue);
    } else if (!pool.hasRoom(body + ByteUtils.sizeOfVarint(body))) {
      return AppendResult.FULL;
    }
    pool.add(batch, record, body, to, index);
    stats.records++;
    if (!queue.dirty) {
      queue.dirty = true;
      dirty.add(queue);
    }
    return AppendResult.APPENDED;
  }

  private RecordBatch openBatch(TopicInfo topic, PartitionQueue queue) {
    if (queue.open != null) {
      queue.closeOpen();
    }
    int limit = topic.batchLimit(Math.min(settings.batchBytes(), largestBatch(topic)));
    long deadline = clock.getAsLong() + settings.deliveryTimeoutNanos();
    wakeUp.by(deadline);
    queue.open = pool.open(Math.min(queue.expectedBytes, limit), limit, deadline);
    return queue.open;
  }

  private int largestBatch(TopicInfo topic) {
    int inRequest =
        settings.maxRequestBytes() - bytesAroundBatches - ProduceRequestEncoder.around(topic);
    Compression compression = settings.compression();
    boolean asIs = compression.type() == CompressionType.NONE && topic.maxMessageBytes > 0;
    return asIs ? Math.min(inRequest, topic.maxMessageBytes) : inRequest;
  }

  /** Lets all leave that was appended since the last call, and lists the partitions. */
  void flush(Consumer<PartitionQueue> partitions) {
    for (PartitionQueue queue : dirty) {
      queue.dirty = false;
      queue.flushed = queue.open != null;
      partitions.accept(queue);
    }
    dirty.clear();
  }
}
