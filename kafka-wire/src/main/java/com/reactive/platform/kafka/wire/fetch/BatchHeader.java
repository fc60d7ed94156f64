package com.reactive.platform.kafka.wire.fetch;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.RecordBatch;

/** The fields before the records of a batch, magic v2, where they lie. One object for many. */
final class BatchHeader {
  static final int BYTES = DefaultRecordBatch.RECORD_BATCH_OVERHEAD;

  /** Offset and length, which the length does not count. */
  private static final int LOG_OVERHEAD = 12;

  private static final int LENGTH = 8;
  private static final int LEADER_EPOCH = 12;
  private static final int MAGIC = 16;
  private static final int CRC = 17;
  private static final int ATTRIBUTES = 21;
  private static final int LAST_OFFSET_DELTA = 23;
  private static final int BASE_TIMESTAMP = 27;
  private static final int MAX_TIMESTAMP = 35;
  private static final int PRODUCER_ID = 43;
  private static final int COUNT = 57;

  private static final int CODEC_BITS = 0x07;
  private static final int LOG_APPEND_TIME_BIT = 0x08;
  private static final int TRANSACTIONAL_BIT = 0x10;
  private static final int CONTROL_BIT = 0x20;

  private final CRC32C crc = new CRC32C();
  private ByteBuffer buffer;
  private int start;
  private int end;

  /**
   * Looks at a batch.
   *
   * @return false if it is cut off, as the last of an answer may be
   * @throws CorruptRecordException if its length cannot be
   * @throws UnsupportedVersionException if it is older than magic v2
   */
  boolean at(ByteBuffer in, int position) {
    int left = in.limit() - position;
    if (left <= MAGIC) {
      return false;
    }
    requireCurrent(in.get(position + MAGIC));
    int length = in.getInt(position + LENGTH);
    if (length < BYTES - LOG_OVERHEAD) {
      throw new CorruptRecordException("a batch is said to have " + length + " bytes");
    }
    if (length > left - LOG_OVERHEAD) {
      return false;
    }
    buffer = in;
    start = position;
    end = position + LOG_OVERHEAD + length;
    if (in.getInt(position + LAST_OFFSET_DELTA) < 0 || nextOffset() < 0 || baseOffset() < 0) {
      throw new CorruptRecordException("a batch ends before it begins");
    }
    return true;
  }

  private static void requireCurrent(byte magic) {
    if (magic < 0 || magic > RecordBatch.CURRENT_MAGIC_VALUE) {
      throw new CorruptRecordException("a batch has the format " + magic);
    }
    if (magic < RecordBatch.CURRENT_MAGIC_VALUE) {
      throw new UnsupportedVersionException(
          "a batch has the format of brokers before 0.11, " + magic);
    }
  }

  /**
   * Compares the bytes with their checksum.
   *
   * @throws CorruptRecordException if they differ
   */
  void verify() {
    crc.reset();
    crc.update(buffer.slice(start + ATTRIBUTES, end - start - ATTRIBUTES));
    if ((int) crc.getValue() != buffer.getInt(start + CRC)) {
      throw new CorruptRecordException("the batch at offset " + baseOffset() + " fails its CRC");
    }
  }

  /** Where the records begin. */
  int records() {
    return start + BYTES;
  }

  /** Where the batch ends. */
  int end() {
    return end;
  }

  long baseOffset() {
    return buffer.getLong(start);
  }

  /** The offset after the batch. What was compacted away counts. */
  long nextOffset() {
    return baseOffset() + buffer.getInt(start + LAST_OFFSET_DELTA) + 1;
  }

  /** Of the leader that appended the batch. */
  int leaderEpoch() {
    return buffer.getInt(start + LEADER_EPOCH);
  }

  /**
   * The codec of the records.
   *
   * @throws CorruptRecordException if it is none that we know
   */
  CompressionType codec() {
    int id = attributes() & CODEC_BITS;
    if (id > CompressionType.ZSTD.id) {
      throw new CorruptRecordException("a batch has the codec " + id);
    }
    return CompressionType.forId(id);
  }

  boolean isTransactional() {
    return (attributes() & TRANSACTIONAL_BIT) != 0;
  }

  /** True if it has no records for applications: the end of a transaction, say. */
  boolean isControl() {
    return (attributes() & CONTROL_BIT) != 0;
  }

  boolean hasAppendTime() {
    return (attributes() & LOG_APPEND_TIME_BIT) != 0;
  }

  long baseTimestamp() {
    return buffer.getLong(start + BASE_TIMESTAMP);
  }

  long maxTimestamp() {
    return buffer.getLong(start + MAX_TIMESTAMP);
  }

  /** -1 if there is none. */
  long producerId() {
    return buffer.getLong(start + PRODUCER_ID);
  }

  /**
   * The number of records.
   *
   * @throws CorruptRecordException if it is negative
   */
  int count() {
    int count = buffer.getInt(start + COUNT);
    if (count < 0) {
      throw new CorruptRecordException("a batch has " + count + " records");
    }
    return count;
  }

  private int attributes() {
    return buffer.getShort(start + ATTRIBUTES);
  }
}
