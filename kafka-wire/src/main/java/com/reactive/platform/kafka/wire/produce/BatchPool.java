package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;

/** Makes batches, reuses them and their arrays, and counts the bytes that they hold. */
final class BatchPool {
  private static final int MAX_FREE = 256;
  private static final int MAX_REUSED_RECORDS = 1 << 12;

  private final ByteBufAllocator allocator;
  private final BatchCompressor compressor;
  private final long budget;
  private final ArrayDeque<RecordBatch> free = new ArrayDeque<>();
  private long held;

  BatchPool(ByteBufAllocator allocator, ProduceSettings settings) {
    this.allocator = allocator;
    this.compressor = new BatchCompressor(settings.compression(), allocator);
    this.budget = settings.bufferBytes();
  }

  long held() {
    return held;
  }

  boolean hasRoom(long bytes) {
    return held + bytes <= budget;
  }

  RecordBatch open(int expectedBytes, int limit, long deadline) {
    RecordBatch batch = free.isEmpty() ? new RecordBatch() : free.pop();
    batch.begin(allocator.buffer(Math.max(expectedBytes, RecordBatch.OVERHEAD)), limit, deadline);
    held += RecordBatch.OVERHEAD;
    return batch;
  }

  /** As the batch's own, and counts the bytes. */
  void add(RecordBatch batch, ProduceRecord record, int bodySize, RecordOutcomes to, int index) {
    int before = batch.bytes();
    batch.add(record, bodySize, to, index);
    held += batch.bytes() - before;
  }

  /** Compresses the records where that makes them smaller. No record can be added afterwards. */
  void compress(RecordBatch batch) {
    batch.uncompressedBytes = batch.bytes();
    compressor.compress(batch);
    held += batch.bytes() - batch.uncompressedBytes;
  }

  /** Gives the bytes back; a request that is still being written keeps its own hold on them. */
  void releaseBytes(RecordBatch batch) {
    ByteBuf buffer = batch.buffer;
    if (buffer != null) {
      held -= batch.bytes();
      batch.buffer = null;
      buffer.release();
    }
  }

  /** Takes back a batch that nobody refers to any more. */
  void reuse(RecordBatch batch) {
    if (free.size() < MAX_FREE && batch.records <= MAX_REUSED_RECORDS) {
      free.push(batch);
    }
  }
}
