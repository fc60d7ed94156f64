package com.reactive.platform.reliability.oracle;

import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/**
 * Takes records apart as any consumer would: the header {@code event-id}, and a counter event in
 * one of the three framings. For one thread.
 */
final class RecordCheck {
  private static final String EVENT_ID = "event-id";
  private static final int MARK = 0xC3;
  private static final int CONFLUENT_HEAD = 5;

  private final BinaryMessageDecoder<GenericRecord> singleObject =
      new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());
  private final GenericDatumReader<GenericRecord> raw =
      new GenericDatumReader<>(StreamsConfig.counterSchema());
  private BinaryDecoder decoder;

  /** Which event it says that it is; empty if it is none of an oracle's. */
  static Optional<OracleEvent> event(ConsumerRecord<byte[], byte[]> record) {
    Header header = record.headers().lastHeader(EVENT_ID);
    return header == null ? Optional.empty() : OracleEvent.parse(header.value());
  }

  /** True if the record is that event, complete. */
  boolean isWhole(ConsumerRecord<byte[], byte[]> record, OracleEvent event) {
    try {
      GenericRecord value = decode(record.value());
      String id = event.id();
      return id.contentEquals(text(value, "eventId"))
          && id.contentEquals(text(value, "sessionId"))
          && "set".contentEquals(text(value, "action"))
          && Integer.valueOf(event.value()).equals(value.get("value"))
          && event.customer().contentEquals(text(value, "customerId"))
          && Arrays.equals(event.customer().getBytes(StandardCharsets.US_ASCII), record.key());
    } catch (IOException | RuntimeException notOurs) {
      return false;
    }
  }

  private static String text(GenericRecord value, String field) {
    return value.get(field).toString();
  }

  private GenericRecord decode(byte[] value) throws IOException {
    if ((value[0] & 0xFF) == MARK) {
      return singleObject.decode(ByteBuffer.wrap(value), null);
    }
    int from = value[0] == 0 ? CONFLUENT_HEAD : 0;
    decoder = DecoderFactory.get().binaryDecoder(value, from, value.length - from, decoder);
    GenericRecord event = raw.read(null, decoder);
    if (!decoder.isEnd()) {
      throw new IOException("more behind it");
    }
    return event;
  }
}
