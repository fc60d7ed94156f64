package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.ByteBufferOutputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replaces a batch's records by their compressed form, with kafka-clients' codecs. */
final class BatchCompressor {
  private static final Logger LOG = LoggerFactory.getLogger(BatchCompressor.class);
  private static final byte MAGIC =
      org.apache.kafka.common.record.internal.RecordBatch.CURRENT_MAGIC_VALUE;

  private final ByteBufAllocator allocator;
  private boolean failed;

  BatchCompressor(ByteBufAllocator allocator) {
    this.allocator = allocator;
  }

  /**
   * Leaves the batch as it is if that would not make it smaller, if it is compressed already, or if
   * that fails: for want of memory, or of the codec's library.
   */
  void compress(RecordBatch batch, Compression compression) {
    if (compression.type() == CompressionType.NONE || batch.compression != CompressionType.NONE) {
      return;
    }
    ByteBuf smaller = null;
    try {
      smaller = allocator.buffer(batch.bytes(), batch.bytes());
      if (compress(batch, compression, smaller)) {
        batch.buffer.release();
        batch.buffer = smaller;
        batch.compression = compression.type();
        return;
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (!failed) {
        failed = true;
        LOG.warn("a batch is sent without compression, as may be others: {}", e.toString());
      }
    }
    if (smaller != null) {
      smaller.release();
    }
  }

  /** Returns false if that is not smaller. */
  @SuppressWarnings("ReferenceEquality")
  private boolean compress(RecordBatch batch, Compression compression, ByteBuf to)
      throws IOException {
    int length = batch.bytes() - RecordBatch.OVERHEAD;
    ByteBuffer target = to.nioBuffer(RecordBatch.OVERHEAD, length);
    ByteBufferOutputStream bytes = new ByteBufferOutputStream(target);
    try (OutputStream out = compression.wrapForOutput(bytes, MAGIC)) {
      batch.buffer.getBytes(RecordBatch.OVERHEAD, out, length);
    }
    to.writerIndex(RecordBatch.OVERHEAD + Math.min(target.position(), length));
    // The stream goes on in an array of its own when the target is too small.
    return bytes.buffer() == target;
  }
}
