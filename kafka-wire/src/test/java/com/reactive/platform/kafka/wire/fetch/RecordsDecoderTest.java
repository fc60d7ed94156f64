package com.reactive.platform.kafka.wire.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.message.FetchResponseData.AbortedTransaction;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is decoded in place is what Kafka's own classes read. */
class RecordsDecoderTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 3);
  private static final int MAX_RECORD_BYTES = 1 << 20;

  private final RecordsDecoder decoder = new RecordsDecoder(MAX_RECORD_BYTES);
  private final List<String> seen = new ArrayList<>();

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void seesWhatKafkaReads(long seed) {
    ByteBuffer batches = new RandomBatches(new Random(seed)).some();
    List<String> expected = read(batches, 0, Long.MAX_VALUE);
    decoder.decode(PARTITION, batches, 0, Long.MAX_VALUE, this::saw);
    assertThat(seen).isEqualTo(expected);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void seesTheOffsetsThatAreAskedFor(long seed) {
    Random random = new Random(seed);
    ByteBuffer batches = new RandomBatches(random).some();
    long from = random.nextInt(3_000);
    long to = from + random.nextInt(500);
    // The last batch of an answer may be cut off.
    batches.limit(batches.limit() - random.nextInt(Math.min(batches.limit(), 300)));
    decoder.decode(PARTITION, batches, from, to, this::saw);
    assertThat(seen).isEqualTo(read(batches, from, to));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void copiesHeadersAndBack(long seed) {
    ByteBuffer batches = new RandomBatches(new Random(seed)).some();
    decoder.decode(
        PARTITION,
        batches,
        0,
        Long.MAX_VALUE,
        (partition, offset, timestampMillis, key, value, headers) -> {
          Headers copy = headers.copy();
          List<String> there = new ArrayList<>();
          headers.forEach((name, of) -> there.add(text(name) + "=" + text(of)));
          HeadersView back = HeadersView.of(copy);
          List<String> again = new ArrayList<>();
          back.forEach((name, of) -> again.add(text(name) + "=" + text(of)));
          assertThat(again).isEqualTo(there).hasSize(headers.count()).hasSize(back.count());
          for (Header header : copy) {
            assertThat(copy.lastHeader(header.key()).value())
                .isEqualTo(headers.last(RandomBatches.utf8(header.key())).toArray());
          }
        });
  }

  private static String text(BytesView bytes) {
    return Arrays.toString(bytes.toArray());
  }

  @Test
  void passesOverWhatWasAborted() {
    ByteBuffer batches = ByteBuffer.allocate(4096);
    put(batches, 0, 1, "a");
    put(batches, 1, 2, "b");
    put(batches, 2, RecordBatch.NO_PRODUCER_ID, "c");
    marker(batches, 3, 1, ControlRecordType.ABORT);
    put(batches, 4, 1, "d");
    marker(batches, 5, 2, ControlRecordType.COMMIT);
    marker(batches, 6, 1, ControlRecordType.COMMIT);
    put(batches, 7, 1, "e");
    marker(batches, 8, 1, ControlRecordType.ABORT);
    batches.flip();
    List<AbortedTransaction> aborted = List.of(aborted(1, 7), aborted(1, 0));
    decoder.decode(
        PARTITION,
        batches,
        0,
        99,
        new AbortedTransactions(aborted),
        (p, offset, t, k, v, h) -> seen.add("" + offset));
    assertThat(seen).containsExactly("1", "2", "4");
  }

  @Test
  void passesOverProducersThatAreNotWanted() {
    ByteBuffer batches = ByteBuffer.allocate(4096);
    put(batches, 0, 1, "a", "b");
    put(batches, 2, 2, "c");
    put(batches, 3, RecordBatch.NO_PRODUCER_ID, "d");
    put(batches, 4, 1, "e");
    RecordVisitor visitor =
        new RecordVisitor() {
          @Override
          public void onRecord(
              TopicPartition partition,
              long offset,
              long timestampMillis,
              BytesView key,
              BytesView value,
              HeadersView headers) {
            seen.add("" + offset);
          }

          @Override
          public boolean wants(long producerId) {
            return producerId != 1;
          }
        };
    decoder.decode(PARTITION, batches.flip(), 0, 99, visitor);
    assertThat(seen).containsExactly("2", "3");
  }

  @Test
  void readsViews() {
    byte[] key = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    ByteBuffer batches =
        MemoryRecords.withRecords(
                Compression.NONE,
                new SimpleRecord(
                    5,
                    key,
                    null,
                    new Header[] {
                      header("a", "one"), header("b", null), header("a", "two"), header("c", "")
                    }))
            .buffer();
    decoder.decode(
        PARTITION,
        batches,
        0,
        1,
        (partition, offset, timestampMillis, k, value, headers) -> {
          assertThat(k.longAt(1)).isEqualTo(0x0203040506070809L);
          assertThatThrownBy(() -> k.longAt(2)).isInstanceOf(IndexOutOfBoundsException.class);
          assertThatThrownBy(() -> k.at(9)).isInstanceOf(IndexOutOfBoundsException.class);
          assertThat(k.toBuffer()).isEqualTo(ByteBuffer.wrap(key));
          byte[] copy = new byte[3];
          k.copyTo(7, copy, 1, 2);
          assertThat(copy).containsExactly(0, 8, 9);
          assertThat(value.isNull()).isTrue();
          assertThat(value.length()).isZero();
          assertThat(value.toArray()).isNull();
          assertThat(headers.last(RandomBatches.utf8("a")).contains(RandomBatches.utf8("two")))
              .isTrue();
          assertThat(headers.last(RandomBatches.utf8("b")).isNull()).isTrue();
          assertThat(headers.last(RandomBatches.utf8("c")).toArray()).isEmpty();
          assertThat(headers.last(RandomBatches.utf8("d"))).isNull();
          seen.add("");
        });
    assertThat(seen).hasSize(1);
  }

  @Test
  void stopsWhenItIsTold() {
    ByteBuffer batches = ByteBuffer.allocate(1024);
    put(batches, 0, RecordBatch.NO_PRODUCER_ID, "a", "b", "c");
    put(batches, 3, RecordBatch.NO_PRODUCER_ID, "d");
    decoder.decode(
        PARTITION,
        batches.flip(),
        0,
        99,
        (partition, offset, timestampMillis, key, value, headers) -> {
          seen.add("" + offset);
          decoder.stop();
        });
    assertThat(seen).containsExactly("0");
  }

  @Test
  void aRecordThatIsTooLargeIsAnError() {
    for (Compression codec : RandomBatches.CODECS) {
      byte[] large = new byte[MAX_RECORD_BYTES + 1];
      ByteBuffer batches = MemoryRecords.withRecords(codec, new SimpleRecord(large)).buffer();
      assertThatThrownBy(() -> decoder.decode(PARTITION, batches, 0, 99, this::saw))
          .isInstanceOf(RecordTooLargeException.class)
          .hasMessageContaining("at most 1048576");
    }
  }

  @Test
  void aWrongChecksumAndAnOldFormatAreErrors() {
    ByteBuffer batches = ByteBuffer.allocate(1024);
    put(batches, 7, RecordBatch.NO_PRODUCER_ID, "a");
    batches.flip();
    batches.put(batches.limit() - 2, (byte) 'b');
    assertThatThrownBy(() -> decoder.decode(PARTITION, batches, 0, 99, this::saw))
        .isInstanceOf(CorruptRecordException.class)
        .hasMessage("the batch at offset 7 fails its CRC");
    ByteBuffer old =
        MemoryRecords.withRecords(
                RecordBatch.MAGIC_VALUE_V1,
                Compression.NONE,
                new SimpleRecord(RandomBatches.utf8("v")))
            .buffer();
    assertThatThrownBy(() -> decoder.decode(PARTITION, old, 0, 99, this::saw))
        .isInstanceOf(UnsupportedVersionException.class);
    assertThat(seen).isEmpty();
  }

  private void saw(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers) {
    assertThat(partition).isSameAs(PARTITION);
    List<String> all = new ArrayList<>();
    headers.forEach(
        (name, content) ->
            all.add(Arrays.toString(name.toArray()) + Arrays.toString(content.toArray())));
    assertThat(all).hasSize(headers.count());
    seen.add(text(offset, timestampMillis, key.toArray(), value.toArray(), all));
  }

  private static List<String> read(ByteBuffer batches, long from, long to) {
    List<String> records = new ArrayList<>();
    for (MutableRecordBatch batch : MemoryRecords.readableRecords(batches).batches()) {
      if (batch.isControlBatch()) {
        continue;
      }
      for (Record record : batch) {
        if (record.offset() >= from && record.offset() < to) {
          records.add(text(record));
        }
      }
    }
    return records;
  }

  private static String text(Record record) {
    List<String> headers = new ArrayList<>();
    for (Header header : record.headers()) {
      headers.add(Arrays.toString(Utils.utf8(header.key())) + Arrays.toString(header.value()));
    }
    byte[] key = record.hasKey() ? Utils.toArray(record.key()) : null;
    byte[] value = record.hasValue() ? Utils.toArray(record.value()) : null;
    return text(record.offset(), record.timestamp(), key, value, headers);
  }

  private static String text(
      long offset, long timestampMillis, byte[] key, byte[] value, List<String> headers) {
    return offset + "@" + timestampMillis + Arrays.toString(key) + Arrays.toString(value) + headers;
  }

  private static Header header(String name, String value) {
    return new org.apache.kafka.common.header.internals.RecordHeader(
        name, value == null ? null : RandomBatches.utf8(value));
  }

  private static void put(ByteBuffer to, long offset, long producerId, String... values) {
    boolean transactional = producerId != RecordBatch.NO_PRODUCER_ID;
    SimpleRecord[] records =
        Arrays.stream(values)
            .map(value -> new SimpleRecord(RandomBatches.utf8(value)))
            .toArray(SimpleRecord[]::new);
    to.put(
        MemoryRecords.withRecords(
                RecordBatch.CURRENT_MAGIC_VALUE,
                offset,
                Compression.NONE,
                TimestampType.CREATE_TIME,
                producerId,
                transactional ? (short) 0 : RecordBatch.NO_PRODUCER_EPOCH,
                transactional ? 0 : RecordBatch.NO_SEQUENCE,
                0,
                transactional,
                records)
            .buffer());
  }

  private static void marker(ByteBuffer to, long offset, long producerId, ControlRecordType type) {
    to.put(
        MemoryRecords.withEndTransactionMarker(
                offset, 1, 0, producerId, (short) 0, new EndTransactionMarker(type, 1))
            .buffer());
  }

  private static AbortedTransaction aborted(long producerId, long firstOffset) {
    return new AbortedTransaction().setProducerId(producerId).setFirstOffset(firstOffset);
  }
}
