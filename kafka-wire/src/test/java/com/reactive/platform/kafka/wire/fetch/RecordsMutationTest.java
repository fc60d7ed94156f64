package com.reactive.platform.kafka.wire.fetch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bytes that no broker should send: an exception that says so, and no more memory than bounded. */
class RecordsMutationTest {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);
  private static final int MAX_RECORD_BYTES = 1 << 20;
  private static final int ROUNDS = 60;
  private static final int CRC = 17;

  private final RecordsDecoder decoder = new RecordsDecoder(MAX_RECORD_BYTES);

  static LongStream seeds() {
    return LongStream.range(0, 100);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void isReadOrRefused(long seed) {
    Random random = new Random(seed);
    ByteBuffer whole = new RandomBatches(random).some();
    for (int round = 0; round < ROUNDS; round++) {
      ByteBuffer mutant = ByteBuffer.allocate(whole.limit()).put(whole.duplicate()).flip();
      for (int left = 1 + random.nextInt(4); left > 0; left--) {
        mutate(mutant, random);
      }
      if (random.nextInt(4) > 0) {
        seal(mutant);
      }
      try {
        decoder.decode(PARTITION, mutant, 0, Long.MAX_VALUE, this::visit);
      } catch (CorruptRecordException | RecordTooLargeException | UnsupportedVersionException e) {
        assertThat(e).isInstanceOf(KafkaException.class).message().isNotBlank();
      }
    }
    // It reads on as if nothing had been.
    decoder.decode(PARTITION, whole, 0, Long.MAX_VALUE, this::visit);
  }

  private void visit(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers) {
    assertThat(key.length() + value.length()).isLessThanOrEqualTo(MAX_RECORD_BYTES);
    headers.forEach((name, content) -> assertThat(name.isNull()).isFalse());
  }

  private static void mutate(ByteBuffer bytes, Random random) {
    int at = random.nextInt(bytes.limit());
    switch (random.nextInt(5)) {
      case 0 -> bytes.put(at, (byte) random.nextInt());
      case 1 -> bytes.put(at, (byte) (bytes.get(at) ^ 1 << random.nextInt(8)));
      case 2 -> bytes.put(at, random.nextBoolean() ? Byte.MAX_VALUE : -1);
      case 3 -> {
        if (at + Integer.BYTES <= bytes.limit()) {
          bytes.putInt(at, random.nextBoolean() ? Integer.MAX_VALUE : random.nextInt());
        }
      }
      default -> bytes.limit(Math.max(1, bytes.limit() - random.nextInt(20)));
    }
  }

  /** Makes the checksums right, so that what is behind them is looked at. */
  private static void seal(ByteBuffer bytes) {
    BatchHeader batch = new BatchHeader();
    try {
      for (int at = 0; batch.at(bytes, at); at = batch.end()) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.slice(at + CRC + Integer.BYTES, batch.end() - at - CRC - Integer.BYTES));
        bytes.putInt(at + CRC, (int) crc.getValue());
      }
    } catch (KafkaException e) {
      // Nothing to seal from here on.
    }
  }
}
