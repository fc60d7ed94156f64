package com.reactive.platform.gateway.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.DynamicMessage;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.stream.JsonForm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.junit.jupiter.api.Test;

/** What protobuf's own library reads in a record is what was in the event. */
class MessageEncoderTest {
  private static final long SEED = Long.getLong("seed", 20_261_127L);
  private static final int RANDOM_SCHEMAS = 800;
  private static final int MESSAGES_EACH = 10;
  private static final int MESSAGES_OF_EVERYTHING = 1_000;

  /** Nothing is left out: a datum does not say what its body left to a default. */
  private static final Random ALL =
      new Random() {
        @Override
        public boolean nextBoolean() {
          return true;
        }
      };

  private final Random random = new Random(SEED);

  @Test
  void whatIsWrittenIsReadByProtobufsOwnLibrary() throws Exception {
    RandomSchemas schemas = new RandomSchemas(random, true);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      check(new Schema.Parser().parse(schemas.next().toString()), MESSAGES_EACH);
    }
    check(RandomDocumentsTest.everything(), MESSAGES_OF_EVERYTHING);
  }

  private void check(Schema schema, int messages) throws Exception {
    ProtoFile file = ProtoFileBuilder.of("s", schema, FieldNumbers.NONE);
    MessageEncoder encoder = new MessageEncoder(file);
    DatumMessage said = new DatumMessage(ALL, file);
    RandomDatums datums = new RandomDatums(random, false);
    AvroInput in = new AvroInput();
    WireOutput out = new WireOutput();
    for (int i = 0; i < messages; i++) {
      Object datum = DatumMessage.sayable(schema, datums.record(schema));
      DynamicMessage expected = said.of((GenericData.Record) datum);
      in.begin(RandomDatums.encode(schema, datum), 0);
      out.begin();
      out.limit(1 << 24);
      String about = "seed " + SEED + "\n" + ProtoText.of(file) + expected;
      encoder.write(in, out);
      DynamicMessage read = DynamicMessage.parseFrom(said.type(), out.copy());
      assertThat(read).as(about).isEqualTo(expected);
      assertThat(out.length()).as("bytes of %s", about).isEqualTo(expected.getSerializedSize());
    }
  }

  @Test
  void messagesInJsonAreWhatWasPosted() throws Exception {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Visit", "fields": [
                  {"name": "id", "type": "string", "x-reactive": "event-id"},
                  {"name": "page", "type": {"type": "record", "name": "Page", "fields": [
                    {"name": "path", "type": "string", "x-min-length": 2},
                    {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                    {"name": "back", "type": ["null", "Page"], "default": null}]}},
                  {"name": "day", "type": {"type": "int", "logicalType": "date"}, "default": 0},
                  {"name": "tags", "type": {"type": "array", "items": "string"}, "default": []}]}
                """);
    String json =
        "{\"page\":{\"path\":\"/a\",\"at\":\"1969-12-31T23:59:59.999Z\",\"back\":{\"path\":\"/b\","
            + "\"at\":\"1970-01-01T00:00:00Z\",\"back\":null}},\"day\":\"2026-11-27\","
            + "\"tags\":[\"x\",\"\"]}";
    byte[] message = encode(schema, json);
    FieldNumbers numbers = ProtoFileBuilder.of("s", schema, FieldNumbers.NONE).numbers();
    assertThat(
            new MessageToJson("s", schema, numbers, JsonForm.PLAIN)
                .text(message, 0, message.length))
        .isEqualTo(json);
  }

  @Test
  void whatProtobufCannotHoldIsTheClientsFault() throws Exception {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Tree", "fields": [
                  {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"},
                   "default": 0},
                  {"name": "day", "type": {"type": "int", "logicalType": "date"}, "default": 0},
                  {"name": "amount", "default": "",
                   "type": {"type": "bytes", "logicalType": "decimal", "precision": 1000,
                            "scale": 1000}},
                  {"name": "below", "type": {"type": "array", "items": "Tree"}, "default": []},
                  {"name": "within", "type": ["null", {"type": "map", "values": "Tree"}],
                   "default": null}]}
                """);
    assertRefused(schema, "{\"at\":253402300800000}", "/at", "years 1 to 9999");
    assertRefused(
        schema,
        "{\"below\":[{},{\"below\":[{\"day\":99999999}]}]}",
        "/below/1/below/0/day",
        "as text");
    assertThat(encode(schema, deep(20))).isNotEmpty();
    assertRefused(schema, deep(30), "/within/a~1b/within/a~1b/within", "nested deeper than 64");
    String many = "{\"below\":[" + "{},".repeat(9_999) + "{}]}";
    assertRefused(schema, many, "/below", "too large in protobuf");
  }

  @Test
  void bytesThatAreNotWhatTheyShouldBeAreTheClientsFault() throws Exception {
    Schema schema =
        new Schema.Parser()
            .parse(
                """
                {"type": "record", "name": "Price", "fields": [
                  {"name": "amount", "type": {"type": "bytes", "logicalType": "big-decimal"}}]}
                """);
    Transcoder transcoder =
        TranscoderPlan.compile(schema, JsonForm.AVRO, List.of(), List.of())
            .intoProtobuf(ProtoFileBuilder.of("s", schema, FieldNumbers.NONE))
            .newTranscoder();
    for (String bytes : List.of("", "x", "\\u0002")) {
      byte[] body = ("{\"amount\":\"" + bytes + "\"}").getBytes(StandardCharsets.UTF_8);
      assertThatThrownBy(() -> transcoder.transcode(body, 0, body.length, Envelopes.empty()))
          .isInstanceOfSatisfying(
              InvalidEventException.class, e -> assertThat(e.pointer()).isEqualTo("/amount"));
    }
  }

  /** Two levels of JSON for each, and three of protobuf: union, entry, value. */
  private static String deep(int levels) {
    return "{\"within\":{\"a/b\":".repeat(levels) + "{}" + "}}".repeat(levels);
  }

  private static void assertRefused(Schema schema, String json, String pointer, String detail) {
    assertThatThrownBy(() -> encode(schema, json))
        .isInstanceOfSatisfying(
            InvalidEventException.class,
            e -> {
              assertThat(e).hasMessageContaining(detail);
              assertThat(e.pointer()).startsWith(pointer);
              assertThat(e.kind()).isEqualTo(InvalidEventException.Kind.SCHEMA);
            });
  }

  private static byte[] encode(Schema schema, String json) throws InvalidEventException {
    byte[] body = json.getBytes(StandardCharsets.UTF_8);
    try {
      Transcoder transcoder =
          TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of())
              .intoProtobuf(ProtoFileBuilder.of("s", schema, FieldNumbers.NONE))
              .newTranscoder();
      transcoder.transcode(body, 0, body.length, Envelopes.empty());
      return Arrays.copyOf(transcoder.buffer(), transcoder.length());
    } catch (SchemaException e) {
      throw new AssertionError(e);
    }
  }
}
