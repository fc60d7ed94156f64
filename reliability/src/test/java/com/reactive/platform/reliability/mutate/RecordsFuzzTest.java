package com.reactive.platform.reliability.mutate;

import com.code_intelligence.jazzer.junit.FuzzTest;
import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import com.reactive.platform.kafka.wire.fetch.RecordsDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.Utils;

/**
 * Record batches as an answer to Fetch has them: they are refused in one of three ways, or Kafka's
 * own classes find the same records.
 */
class RecordsFuzzTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final int MAX_RECORD_BYTES = 1 << 20;

  // Where the fields of a batch lie.
  private static final int LENGTH = 8;
  private static final int BODY = LENGTH + Integer.BYTES;
  private static final int CRC = 17;
  private static final int ATTRIBUTES = CRC + Integer.BYTES;

  @FuzzTest
  void whatIsReadIsWhatKafkaReads(byte[] data) {
    ByteBuffer batches = ByteBuffer.wrap(data);
    int end = seal(batches);
    List<String> records = read(batches);
    if (records != null) {
      List<String> expected = readByKafka(batches.slice(0, end));
      // The end of what is decoded is exclusive, so the last of all offsets is never visited.
      expected.removeIf(record -> record.startsWith(Long.MAX_VALUE + " "));
      if (!records.equals(expected)) {
        throw new IllegalStateException("read " + records + ", but there are " + expected);
      }
    }
  }

  /**
   * Makes the checksums right, so that what is behind them is looked at.
   *
   * @return where the last whole batch ends; what follows may be anything, as it is cut off
   */
  private static int seal(ByteBuffer batches) {
    int at = 0;
    while (batches.limit() - at > ATTRIBUTES) {
      int length = batches.getInt(at + LENGTH);
      if (length <= ATTRIBUTES - BODY || length > batches.limit() - at - BODY) {
        break;
      }
      int end = at + BODY + length;
      CRC32C crc = new CRC32C();
      crc.update(batches.slice(at + ATTRIBUTES, end - at - ATTRIBUTES));
      batches.putInt(at + CRC, (int) crc.getValue());
      at = end;
    }
    return at;
  }

  /** Null if they are refused. */
  private static List<String> read(ByteBuffer batches) {
    List<String> records = new ArrayList<>();
    try {
      new RecordsDecoder(MAX_RECORD_BYTES)
          .decode(
              PARTITION,
              batches,
              Long.MIN_VALUE,
              Long.MAX_VALUE,
              (partition, offset, timestamp, key, value, headers) ->
                  records.add(text(offset, timestamp, array(key), array(value), list(headers))));
      return records;
    } catch (CorruptRecordException | RecordTooLargeException | UnsupportedVersionException e) {
      return null;
    }
  }

  private static byte[] array(BytesView view) {
    return view.isNull() ? null : view.toArray();
  }

  private static List<String> list(HeadersView headers) {
    List<String> all = new ArrayList<>();
    headers.forEach(
        (name, value) ->
            all.add(
                new String(name.toArray(), StandardCharsets.UTF_8)
                    + "="
                    + Arrays.toString(array(value))));
    return all;
  }

  private static List<String> readByKafka(ByteBuffer batches) {
    List<String> records = new ArrayList<>();
    for (RecordBatch batch : MemoryRecords.readableRecords(batches).batches()) {
      batch.ensureValid();
      if (!batch.isControlBatch()) {
        for (Record record : batch) {
          records.add(
              text(
                  record.offset(),
                  record.timestamp(),
                  Utils.toNullableArray(record.key()),
                  Utils.toNullableArray(record.value()),
                  list(record.headers())));
        }
      }
    }
    return records;
  }

  private static List<String> list(Header[] headers) {
    List<String> all = new ArrayList<>();
    for (Header header : headers) {
      all.add(header.key() + "=" + Arrays.toString(header.value()));
    }
    return all;
  }

  private static String text(
      long offset, long timestamp, byte[] key, byte[] value, List<String> headers) {
    return "%d %d %s %s %s"
        .formatted(offset, timestamp, Arrays.toString(key), Arrays.toString(value), headers);
  }
}
