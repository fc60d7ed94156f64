package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.List;
import java.util.function.LongSupplier;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;

/** Makes batches, reuses them and their arrays, and counts the bytes that they hold. */
final class BatchPool {
  /** The arms of learning: none, a fast one, a thorough one. */
  private static final List<Compression> CODECS =
      List.of(Compression.NONE, Compression.lz4().build(), Compression.zstd().build());

  private static final int MAX_FREE = 256;
  private static final int MAX_REUSED_RECORDS = 1 << 12;

  private final ByteBufAllocator allocator;
  private final BatchCompressor compressor;
  private final Compression fixed;

  /** Empty if the codec is fixed. */
  private final List<Compression> learned;

  private final long megabyteNanos;
  private final LongSupplier nanoClock;
  private final long budget;
  private final ArrayDeque<RecordBatch> free = new ArrayDeque<>();
  private long held;
  private long heldApart;

  /**
   * @param nanoClock for the time that compression takes
   */
  BatchPool(ByteBufAllocator allocator, ProduceSettings settings, LongSupplier nanoClock) {
    this.allocator = allocator;
    this.compressor = new BatchCompressor(allocator);
    this.fixed = settings.compression();
    this.learned = settings.learnsCodec() ? CODECS : List.of();
    this.megabyteNanos = settings.codecMegabyteNanos();
    this.nanoClock = nanoClock;
    this.budget = settings.bufferBytes();
  }

  long held() {
    return held;
  }

  /** Bytes of batches that are being settled; they do not count against the budget. */
  long heldApart() {
    return heldApart;
  }

  /** The batch's callers wait no longer: its bytes leave the budget to new records. */
  void setApart(RecordBatch batch) {
    batch.apart = true;
    held -= batch.bytes();
    heldApart += batch.bytes();
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

  /**
   * Compresses the records where that makes them smaller, with the codec that pays for their topic
   * if it is learned. No record can be added afterwards.
   */
  void compress(RecordBatch batch, TopicInfo topic) {
    if (learned.isEmpty()) {
      compress(batch, fixed);
      return;
    }
    if (topic.codecs == null) {
      topic.codecs = new CodecLearner(learned.size(), megabyteNanos);
    }
    int arm = topic.codecs.choose(batch.bytes());
    long start = nanoClock.getAsLong();
    compress(batch, learned.get(arm));
    topic.codecs.seen(arm, batch.uncompressedBytes, batch.bytes(), nanoClock.getAsLong() - start);
  }

  /** Compresses the records, which were part of this batch, as that was. */
  void compressAs(RecordBatch batch, RecordBatch whole) {
    CompressionType type = whole.compression;
    compress(batch, type == fixed.type() ? fixed : Compression.of(type).build());
  }

  private void compress(RecordBatch batch, Compression codec) {
    batch.uncompressedBytes = batch.bytes();
    compressor.compress(batch, codec);
    held += batch.bytes() - batch.uncompressedBytes;
  }

  /** Gives the bytes back; a request that is still being written keeps its own hold on them. */
  void releaseBytes(RecordBatch batch) {
    ByteBuf buffer = batch.buffer;
    if (buffer != null) {
      if (batch.apart) {
        heldApart -= batch.bytes();
      } else {
        held -= batch.bytes();
      }
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
