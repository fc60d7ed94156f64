package com.reactive.platform.kafka.wire.produce;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.utils.ByteBufferOutputStream;

/** Replaces a batch's records by their compressed form, with kafka-clients' codecs. */
final class BatchCompressor {
  private static final byte MAGIC =
      org.apache.kafka.common.record.internal.RecordBatch.CURRENT_MAGIC_VALUE;

  private final Compression compression;
  private final ByteBufAllocator allocator;

  BatchCompressor(Compression compression, ByteBufAllocator allocator) {
    this.compression = compression;
    this.allocator = allocator;
  }

  /**
   * Leaves the batch as it is if that would not make it smaller, or if it is compressed already.
   */
  @SuppressWarnings("ReferenceEquality")
  void compress(RecordBatch batch) {
    if (compression.type() == CompressionType.NONE || batch.compression != CompressionType.NONE) {
      return;
    }
    ByteBuf raw = batch.buffer;
    int length = batch.bytes() - RecordBatch.OVERHEAD;
    ByteBuf smaller = allocator.buffer(batch.bytes(), batch.bytes());
    ByteBuffer target = smaller.nioBuffer(RecordBatch.OVERHEAD, length);
    ByteBufferOutputStream bytes = new ByteBufferOutputStream(target);
    try (OutputStream out = compression.wrapForOutput(bytes, MAGIC)) {
      raw.getBytes(RecordBatch.OVERHEAD, out, length);
    } catch (IOException e) {
      smaller.release();
      throw new UncheckedIOException(e);
    }
    // The stream goes on in an array of its own when the target is too small.
    if (bytes.buffer() != target) {
      smaller.release();
      return;
    }
    batch.buffer = smaller.writerIndex(RecordBatch.OVERHEAD + target.position());
    batch.compression = compression.type();
    raw.release();
  }
}
