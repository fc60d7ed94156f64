package com.reactive.platform.kafka.wire.fetch;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.BufferSupplier;

/**
 * The records of one batch, readable: where they lie, or uncompressed some at a time, so that
 * memory is bounded by the largest record and not by what a batch unpacks to. One thread.
 */
final class RecordWindow {
  private static final int USUAL_BYTES = 64 << 10;
  private static final int KEPT_BYTES = 1 << 20;

  private final BufferSupplier codecBuffers = BufferSupplier.create();
  private byte[] unpacked = {};
  private ByteBuffer unpackedBuffer = ByteBuffer.wrap(unpacked);
  private InputStream stream;
  private ByteBuffer buffer;
  private int position;
  private int limit;

  /** Opens the records of a batch; the one before must be closed. */
  void open(ByteBuffer in, BatchHeader batch) {
    CompressionType codec = batch.codec();
    if (codec == CompressionType.NONE) {
      buffer = in;
      position = batch.records();
      limit = batch.end();
      return;
    }
    ByteBuffer packed = in.slice(batch.records(), batch.end() - batch.records());
    if (codec == CompressionType.SNAPPY) {
      SnappyChunks.requireBounded(packed);
    }
    stream =
        guarded(
            () ->
                Compression.of(codec)
                    .build()
                    .wrapForInput(packed, RecordBatch.CURRENT_MAGIC_VALUE, codecBuffers));
    position = 0;
    limit = 0;
    grow(USUAL_BYTES);
  }

  /** Makes so many bytes readable if there are as many; tells how many are. */
  int require(int bytes) {
    if (limit - position < bytes && stream != null) {
      fill(bytes);
    }
    return limit - position;
  }

  private void fill(int bytes) {
    System.arraycopy(unpacked, position, unpacked, 0, limit - position);
    limit -= position;
    position = 0;
    if (unpacked.length < bytes) {
      grow(Math.max(bytes, (int) Math.min(2L * unpacked.length, Integer.MAX_VALUE / 2)));
    }
    InputStream from = stream;
    limit += guarded(() -> from.readNBytes(unpacked, limit, unpacked.length - limit));
  }

  private void grow(int bytes) {
    if (unpacked.length < bytes) {
      byte[] larger = new byte[bytes];
      System.arraycopy(unpacked, 0, larger, 0, limit);
      unpacked = larger;
      unpackedBuffer = ByteBuffer.wrap(larger);
    }
    buffer = unpackedBuffer;
  }

  /** Where the bytes are that {@link #require} has made readable. */
  ByteBuffer buffer() {
    return buffer;
  }

  int position() {
    return position;
  }

  int limit() {
    return limit;
  }

  /** The bytes up to there are done with. */
  void position(int next) {
    position = next;
  }

  /** Ends the batch. */
  void close() {
    if (stream != null) {
      InputStream ended = stream;
      stream = null;
      guarded(
          () -> {
            ended.close();
            return 0;
          });
      if (unpacked.length > KEPT_BYTES) {
        unpacked = new byte[0];
        unpackedBuffer = ByteBuffer.wrap(unpacked);
      }
    }
    buffer = null;
    position = 0;
    limit = 0;
  }

  /** Codecs throw whatever they like at bytes that they cannot read. */
  private static <T> T guarded(Unpacking<T> call) {
    try {
      return call.run();
    } catch (IOException | RuntimeException e) {
      throw new CorruptRecordException("a batch cannot be uncompressed", e);
    }
  }

  private interface Unpacking<T> {
    T run() throws IOException;
  }
}
