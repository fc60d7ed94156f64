package com.reactive.platform.kafka.wire.produce;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.UnpooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random batches, read back by kafka-clients. */
class RecordBatchTest {
  private static final List<Compression> CODECS =
      List.of(
          Compression.NONE,
          Compression.gzip().build(),
          Compression.snappy().build(),
          Compression.lz4().build(),
          Compression.zstd().build());

  private record Expected(long timestamp, byte[] key, byte[] value, List<byte[]> headers) {}

  private final UnpooledByteBufAllocator allocator = new UnpooledByteBufAllocator(true);
  private static final TopicInfo TOPIC = new TopicInfo("t", 0);

  private final ProduceRecord record = new ProduceRecord();

  static LongStream seeds() {
    return LongStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void isWhatKafkaReads(long seed) {
    Random random = new Random(seed);
    Compression codec = CODECS.get(random.nextInt(CODECS.size()));
    BatchPool pool = new BatchPool(allocator, ScriptedCore.settings(1, codec), System::nanoTime);
    RecordBatch batch = pool.open(61 + random.nextInt(500), Integer.MAX_VALUE, 0);
    List<Expected> expected = fill(pool, batch, random);
    assertThat(pool.held()).isEqualTo(batch.bytes());
    pool.compress(batch, TOPIC);
    assertThat(pool.held()).isEqualTo(batch.bytes());
    int sequence = random.nextBoolean() ? Integer.MAX_VALUE - random.nextInt(80) : 0;
    batch.seal(4711, (short) 12, sequence);

    MutableRecordBatch read = read(batch);
    assertThat(read.producerId()).isEqualTo(4711);
    assertThat(read.producerEpoch()).isEqualTo((short) 12);
    assertThat(read.baseSequence()).isEqualTo(sequence);
    assertThat(read.lastSequence())
        .isEqualTo(DefaultRecordBatch.incrementSequence(sequence, expected.size() - 1));
    assertThat(read.maxTimestamp())
        .isEqualTo(expected.stream().mapToLong(Expected::timestamp).max().orElseThrow());
    assertSame(read, expected);
    pool.releaseBytes(batch);
    assertThat(pool.held()).isZero();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void hasTheSameRecordsInParts(long seed) {
    Random random = new Random(seed);
    Compression codec = CODECS.get(random.nextInt(CODECS.size()));
    BatchPool pool = new BatchPool(allocator, ScriptedCore.settings(1, codec), System::nanoTime);
    RecordBatch batch = pool.open(100, Integer.MAX_VALUE, 0);
    List<Expected> expected = fill(pool, batch, random);
    if (expected.size() == 1) {
      pool.releaseBytes(batch);
      return;
    }
    pool.compress(batch, TOPIC);
    batch.seal(1, (short) 0, 0);
    List<RecordBatch> halves = new BatchSplitter(pool).halves(batch);
    int first = halves.get(0).records;
    halves.forEach(half -> half.seal(1, (short) 0, 0));
    assertSame(read(halves.get(0)), expected.subList(0, first));
    assertSame(read(halves.get(1)), expected.subList(first, expected.size()));
    assertThat(halves.get(1).index(0)).isEqualTo(first);
    halves.forEach(pool::releaseBytes);
    pool.releaseBytes(batch);
    assertThat(pool.held()).isZero();
  }

  private List<Expected> fill(BatchPool pool, RecordBatch batch, Random random) {
    List<Expected> expected = new ArrayList<>();
    int count = 1 + random.nextInt(60);
    for (int i = 0; i < count; i++) {
      Expected one = append(random);
      expected.add(one);
      int before = batch.bytes();
      int body = batch.bodySize(record);
      pool.add(batch, record, body, null, i);
      assertThat(batch.bytes() - before)
          .isEqualTo(body + org.apache.kafka.common.utils.ByteUtils.sizeOfVarint(body));
    }
    return expected;
  }

  private Expected append(Random random) {
    long timestamp = 1_000_000L + random.nextInt(100_000);
    byte[] key = random.nextInt(3) == 0 ? null : bytes(random, random.nextInt(4) * 20);
    byte[] value = bytes(random, random.nextInt(5) * random.nextInt(100));
    record.begin(timestamp).value(padded(value), 3, value.length);
    if (key != null) {
      record.key(padded(key), 3, key.length);
    }
    List<byte[]> headers = new ArrayList<>();
    for (int i = random.nextInt(4) * random.nextInt(6); i > 0; i--) {
      byte[] header = bytes(random, random.nextInt(30));
      record.header(name(headers.size()), padded(header), 3, header.length);
      headers.add(header);
    }
    return new Expected(timestamp, key, value, headers);
  }

  private static byte[] name(int header) {
    return ("header" + header).getBytes(StandardCharsets.UTF_8);
  }

  /** Half of them compressible. */
  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    if (random.nextBoolean()) {
      random.nextBytes(bytes);
    }
    return bytes;
  }

  private static byte[] padded(byte[] bytes) {
    byte[] padded = new byte[bytes.length + 5];
    System.arraycopy(bytes, 0, padded, 3, bytes.length);
    return padded;
  }

  private static MutableRecordBatch read(RecordBatch batch) {
    ByteBuffer bytes = batch.buffer.nioBuffer(0, batch.bytes());
    Iterator<MutableRecordBatch> batches =
        MemoryRecords.readableRecords(bytes).batches().iterator();
    MutableRecordBatch read = batches.next();
    assertThat(batches).isExhausted();
    read.ensureValid();
    assertThat(read.sizeInBytes()).isEqualTo(batch.bytes());
    return read;
  }

  private static void assertSame(MutableRecordBatch read, List<Expected> expected) {
    assertThat(read.countOrNull()).isEqualTo(expected.size());
    int i = 0;
    for (Record got : read) {
      Expected want = expected.get(i);
      got.ensureValid();
      assertThat(got.offset()).isEqualTo(i);
      assertThat(got.timestamp()).isEqualTo(want.timestamp());
      assertThat(got.hasKey()).isEqualTo(want.key() != null);
      if (want.key() != null) {
        assertThat(Utils.toArray(got.key())).isEqualTo(want.key());
      }
      assertThat(Utils.toArray(got.value())).isEqualTo(want.value());
      assertThat(got.headers()).hasSameSizeAs(want.headers().toArray());
      for (int h = 0; h < want.headers().size(); h++) {
        assertThat(got.headers()[h].key()).isEqualTo("header" + h);
        assertThat(got.headers()[h].value()).isEqualTo(want.headers().get(h));
      }
      i++;
    }
    assertThat(i).isEqualTo(expected.size());
  }
}
