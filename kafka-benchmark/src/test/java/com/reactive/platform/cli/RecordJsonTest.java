package com.reactive.platform.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.stream.Framing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.Test;

class RecordJsonTest {
  private static final Schema SCHEMA =
      SchemaBuilder.record("Order").fields().requiredString("note").requiredInt("n").endRecord();

  @Test
  void theFramingIsFoundByTheFirstBytes() throws IOException {
    GenericRecord order = order("some", 7);
    byte[] single =
        bytes(new BinaryMessageEncoder<GenericRecord>(GenericData.get(), SCHEMA).encode(order));
    assertThat(event(single, null)).contains("\"event\":" + order);
    assertThat(event(confluent(order), null)).contains("\"event\":" + order);
    assertThat(event(raw(order), null)).contains("\"event\":" + order);
  }

  @Test
  void aRawRecordThatBeginsAsAnotherIsNotCut() throws IOException {
    // An empty text is a length of 0: the byte that Confluent's framing begins with.
    GenericRecord empty = order("", 7);
    assertThat(raw(empty)).startsWith(0);
    assertThat(event(raw(empty), null)).contains("\"event\":" + empty);
    GenericRecord large = order("", Integer.MAX_VALUE);
    assertThat(raw(large)).hasSizeGreaterThan(5);
    assertThat(event(raw(large), null)).contains("\"event\":" + large);
  }

  @Test
  void theFramingThatIsToldIsTheOneThatCounts() throws IOException {
    GenericRecord order = order("some", 7);
    assertThat(event(raw(order), Framing.RAW)).contains("\"event\":" + order);
    assertThat(event(confluent(order), Framing.CONFLUENT)).contains("\"event\":" + order);
    assertThat(event(raw(order), Framing.SINGLE_OBJECT)).contains("\"undecodable\":");
    assertThat(event(confluent(order), Framing.RAW)).contains("\"undecodable\":");
    assertThat(event(null, null)).contains("\"undecodable\":null");
  }

  private static String event(byte[] value, Framing framing) {
    return new RecordJson(Optional.of(SCHEMA), Optional.ofNullable(framing))
        .line(new ConsumerRecord<>("orders", 0, 0, null, value));
  }

  private static GenericRecord order(String note, int n) {
    return new GenericRecordBuilder(SCHEMA).set("note", note).set("n", n).build();
  }

  private static byte[] raw(GenericRecord record) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(SCHEMA).write(record, encoder);
    return out.toByteArray();
  }

  private static byte[] confluent(GenericRecord record) throws IOException {
    byte[] datum = raw(record);
    return ByteBuffer.allocate(5 + datum.length).put((byte) 0).putInt(12).put(datum).array();
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
