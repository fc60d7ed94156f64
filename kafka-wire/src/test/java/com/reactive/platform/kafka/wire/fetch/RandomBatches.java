package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.ByteBufferOutputStream;

/** Batches as a broker may send them, made by Kafka's own classes. */
final class RandomBatches {
  static final List<Compression> CODECS =
      List.of(
          Compression.NONE,
          Compression.gzip().build(),
          Compression.snappy().build(),
          Compression.lz4().build(),
          Compression.zstd().build());

  private final Random random;
  private long nextOffset;

  RandomBatches(Random random) {
    this.random = random;
    nextOffset = random.nextInt(1_000);
  }

  /** Some batches one after the other, in memory of either kind. */
  ByteBuffer some() {
    ByteBuffer all =
        random.nextBoolean() ? ByteBuffer.allocate(1 << 20) : ByteBuffer.allocateDirect(1 << 20);
    for (int left = 1 + random.nextInt(5); left > 0; left--) {
      all.put((random.nextInt(6) == 0 ? marker() : batch()).buffer());
    }
    return all.flip();
  }

  private MemoryRecords marker() {
    ControlRecordType type =
        random.nextBoolean() ? ControlRecordType.ABORT : ControlRecordType.COMMIT;
    MemoryRecords marker =
        MemoryRecords.withEndTransactionMarker(
            nextOffset, 1_000, 3, random.nextInt(3), (short) 0, new EndTransactionMarker(type, 1));
    nextOffset++;
    return marker;
  }

  private MemoryRecords batch() {
    boolean appendTime = random.nextInt(4) == 0;
    boolean transactional = random.nextBoolean();
    MemoryRecordsBuilder builder =
        new MemoryRecordsBuilder(
            new ByteBufferOutputStream(1 << 10),
            RecordBatch.CURRENT_MAGIC_VALUE,
            CODECS.get(random.nextInt(CODECS.size())),
            appendTime ? TimestampType.LOG_APPEND_TIME : TimestampType.CREATE_TIME,
            nextOffset,
            appendTime ? 77_777 : RecordBatch.NO_TIMESTAMP,
            transactional ? random.nextInt(3) : RecordBatch.NO_PRODUCER_ID,
            transactional ? (short) 0 : RecordBatch.NO_PRODUCER_EPOCH,
            transactional ? 0 : RecordBatch.NO_SEQUENCE,
            transactional,
            false,
            random.nextInt(9),
            1 << 20);
    for (int left = random.nextInt(40); left >= 0; left--) {
      builder.appendWithOffset(
          nextOffset, 1_000_000L + random.nextInt(100_000), key(), value(), headers());
      // As after compaction, now and then.
      nextOffset += random.nextInt(5) == 0 ? 1 + random.nextInt(200) : 1;
    }
    return builder.build();
  }

  private byte[] key() {
    return random.nextInt(3) == 0 ? null : bytes(random.nextInt(3) * 20);
  }

  private byte[] value() {
    return random.nextInt(5) == 0 ? null : bytes(random.nextInt(5) * random.nextInt(100));
  }

  private Header[] headers() {
    Header[] headers = new Header[random.nextInt(4) * random.nextInt(3)];
    for (int i = 0; i < headers.length; i++) {
      byte[] value = random.nextInt(4) == 0 ? null : bytes(random.nextInt(30));
      headers[i] = new RecordHeader("näme" + random.nextInt(4), value);
    }
    return headers;
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Half of them compressible. */
  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    }
    return bytes;
  }
}
