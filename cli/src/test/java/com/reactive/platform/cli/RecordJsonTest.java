package com.reactive.platform.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.framing.Framing;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
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
    assertThat(event(single, null)).contains("\"event\":{\"note\":\"some\",\"n\":7}");
    assertThat(event(confluent(order), null)).contains("\"event\":{\"note\":\"some\",\"n\":7}");
    assertThat(event(raw(order), null)).contains("\"event\":{\"note\":\"some\",\"n\":7}");
  }

  @Test
  void aRawRecordThatBeginsAsAnotherIsNotCut() throws IOException {
    // An empty text is a length of 0: the byte that Confluent's framing begins with.
    assertThat(raw(order("", 7))).startsWith(0);
    assertThat(event(raw(order("", 7)), null)).contains("\"event\":{\"note\":\"\",\"n\":7}");
    GenericRecord large = order("", Integer.MAX_VALUE);
    assertThat(raw(large)).hasSizeGreaterThan(5);
    assertThat(event(raw(large), null)).contains("\"event\":{\"note\":\"\",\"n\":2147483647}");
  }

  @Test
  void theFramingThatIsToldIsTheOneThatCounts() throws IOException {
    GenericRecord order = order("some", 7);
    assertThat(event(raw(order), Framing.RAW)).contains("\"event\":{");
    assertThat(event(confluent(order), Framing.CONFLUENT)).contains("\"event\":{");
    assertThat(event(raw(order), Framing.SINGLE_OBJECT)).contains("\"undecodable\":");
    assertThat(event(confluent(order), Framing.RAW)).contains("\"undecodable\":");
    assertThat(event(raw(order), Framing.CONFLUENT)).contains("\"undecodable\":");
    assertThat(event(null, null)).endsWith("\"event\":null}");
  }

  @Test
  void whatCannotBeDecodedIsAFaultThatSaysWhy() throws IOException {
    RecordJson json = new RecordJson(List.of(layout(Framing.SINGLE_OBJECT)));
    Schema other =
        SchemaBuilder.record("Order").fields().requiredString("note").requiredLong("n").endRecord();
    byte[] framed =
        bytes(
            new BinaryMessageEncoder<GenericRecord>(GenericData.get(), other)
                .encode(new GenericRecordBuilder(other).set("note", "").set("n", 1L).build()));
    assertThat(json.fault()).isEmpty();
    assertThat(json.lines(record(null, framed)).get(0))
        .contains("\"undecodable\":\"wwF", "\"because\":\"written with a schema other than");
    assertThat(json.fault())
        .hasValueSatisfying(why -> assertThat(why).contains("a schema other than"));
  }

  @Test
  void jsonIsPrintedInOneLineIfItIsJson() {
    RecordJson json = new RecordJson(List.of());
    assertThat(json.lines(ofJson("{\n \"a\" : 129.90 }")).get(0))
        .contains("\"event\":{\"a\":129.90}");
    assertThat(json.fault()).isEmpty();
    assertThat(json.lines(ofJson("\0\0\0\1\0{\"a\":1}")).get(0))
        .as("behind the id of a registry")
        .endsWith("\"event\":{\"a\":1}}");
    for (String none : new String[] {"{", "{} {}", ""}) {
      assertThat(json.lines(ofJson(none)).get(0)).as(none).contains("\"undecodable\":\"");
    }
    assertThat(json.fault()).hasValueSatisfying(why -> assertThat(why).contains("not JSON"));
  }

  private static ConsumerRecord<byte[], byte[]> ofJson(String value) {
    ConsumerRecord<byte[], byte[]> record = record(null, value.getBytes(US_ASCII));
    record.headers().add("content-type", "application/json".getBytes(US_ASCII));
    return record;
  }

  /** Of several streams with one topic, the schema's fingerprint says which it is. */
  @Test
  void eachEventOfATopicIsOfTheStreamWhoseSchemaItHas() throws IOException {
    RecordJson json =
        new RecordJson(
            List.of(KnownStreams.counter().layouts().get(0), layout(Framing.SINGLE_OBJECT)));
    byte[] single =
        bytes(
            new BinaryMessageEncoder<GenericRecord>(GenericData.get(), SCHEMA)
                .encode(order("some", 7)));
    assertThat(json.lines(record(null, single)).get(0)).contains("\"event\":{\"note\":\"some\"");
    assertThat(json.fault()).isEmpty();
  }

  @Test
  void aPackedRecordIsALineForEachEvent() throws IOException {
    byte[] datum = raw(order("some", 7));
    ByteBuffer packed = ByteBuffer.allocate(100);
    for (String id : List.of("e1", "e2")) {
      packed.putShort((short) 2).put(id.getBytes(US_ASCII)).putInt(datum.length).put(datum);
    }
    byte[] value = Arrays.copyOf(packed.array(), packed.position());
    RecordJson json = new RecordJson(List.of(layout(Framing.RAW)));
    assertThat(json.lines(record("application/vnd.reactive.packed", value)))
        .hasSize(2)
        .allSatisfy(line -> assertThat(line).contains("\"event\":{\"note\":\"some\",\"n\":7}"))
        .satisfiesExactly(
            line -> assertThat(line).contains("\"packedEventId\":\"e1\""),
            line -> assertThat(line).contains("\"packedEventId\":\"e2\""));
    byte[] cut = Arrays.copyOf(value, value.length - 1);
    assertThat(json.lines(record("application/vnd.reactive.packed", cut)))
        .singleElement()
        .satisfies(line -> assertThat(line).contains("\"undecodable\":"));
    assertThat(json.fault()).isPresent();
  }

  @Test
  void aMessageIsReadByTheNumbersOfItsStream() {
    FieldNumbers numbers = ProtoFileBuilder.of("orders", SCHEMA, FieldNumbers.NONE).numbers();
    EventLayout known =
        new EventLayout(
            "orders",
            "orders",
            SCHEMA,
            JsonForm.PLAIN,
            Optional.empty(),
            List.of(),
            Optional.empty(),
            numbers,
            -1);
    // Field 1 is "some", field 2 is 7.
    byte[] message = {0x0A, 4, 's', 'o', 'm', 'e', 0x10, 7};
    byte[] framed = {0, 0, 0, 0, 9, 0, 0x0A, 4, 's', 'o', 'm', 'e', 0x10, 7};
    RecordJson json = new RecordJson(List.of(known));
    for (byte[] value : List.of(message, framed)) {
      assertThat(json.lines(record("application/protobuf", value)).get(0))
          .contains("\"event\":{\"note\":\"some\",\"n\":7}");
    }
    assertThat(json.fault()).isEmpty();
    assertThat(json.lines(record("application/protobuf", new byte[] {0x0A, 9})).get(0))
        .contains("\"undecodable\":\"Cgk=\"");
    RecordJson without = new RecordJson(List.of(layout(null)));
    assertThat(without.lines(record("application/protobuf", message)).get(0))
        .contains("the stream's field numbers are not known");
  }

  @Test
  void confluentRecordsAreOfTheVersionWhoseIdTheyHave() throws IOException {
    Schema renamed =
        SchemaBuilder.record("Order").fields().requiredString("text").requiredInt("n").endRecord();
    EventLayout now = layout(Framing.CONFLUENT).ofVersion(renamed, 8);
    EventLayout before = layout(Framing.CONFLUENT).ofVersion(SCHEMA, 7);
    byte[] value = confluent(order("some", 7));
    ByteBuffer.wrap(value).putInt(1, 7);
    RecordJson json = new RecordJson(List.of(now, before));
    assertThat(json.lines(record(null, value)).get(0)).contains("\"event\":{\"note\":\"some\"");
    ByteBuffer.wrap(value).putInt(1, 8);
    assertThat(json.lines(record(null, value)).get(0)).contains("\"event\":{\"text\":\"some\"");
    ByteBuffer.wrap(value).putInt(1, 9);
    assertThat(json.lines(record(null, value)).get(0)).contains("the schema that has the id 9");
  }

  @Test
  void hashesOfAKeyAreHexDigits() throws IOException {
    ConsumerRecord<byte[], byte[]> record = record(null, raw(order("some", 7)));
    record.headers().add("idempotency", new byte[] {(byte) 0xFF, 0, 1});
    assertThat(new RecordJson(List.of(layout(Framing.RAW))).lines(record).get(0))
        .contains("\"idempotency\":\"ff0001\"");
  }

  private static String event(byte[] value, Framing framing) {
    return new RecordJson(List.of(layout(framing))).lines(record(null, value)).get(0);
  }

  private static EventLayout layout(Framing framing) {
    return new EventLayout(
        "orders", "orders", SCHEMA, JsonForm.PLAIN, Optional.ofNullable(framing));
  }

  private static ConsumerRecord<byte[], byte[]> record(String contentType, byte[] value) {
    ConsumerRecord<byte[], byte[]> record = new ConsumerRecord<>("orders", 0, 0, null, value);
    if (contentType != null) {
      record.headers().add("content-type", contentType.getBytes(US_ASCII));
    }
    return record;
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
