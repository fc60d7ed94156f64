package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.io.JsonEncoder;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whatever Avro's own JSON decoder makes of a document, the transcoder makes of it too. */
class RandomDocumentsTest {
  private static final long SEED = Long.getLong("seed", 20_261_121L);
  private static final int RANDOM_SCHEMAS = 800;
  private static final int DOCUMENTS_EACH = 10;
  private static final int DOCUMENTS_OF_EVERYTHING = 2_000;

  private final Random random = new Random(SEED);

  @BeforeAll
  static void tellTheSeed() {
    System.out.println("RandomDocumentsTest seed " + SEED);
  }

  @Test
  void avrosJsonOfRandomSchemasIsReadAsAvroReadsIt() throws Exception {
    eachOfRandomSchemas(JsonForm.AVRO);
  }

  @Test
  void avrosJsonOfEverythingIsReadAsAvroReadsIt() throws Exception {
    Documents documents = new Documents(everything(), JsonForm.AVRO);
    for (int i = 0; i < DOCUMENTS_OF_EVERYTHING; i++) {
      documents.check();
    }
  }

  @Test
  void plainJsonOfRandomSchemasIsReadAsWhatItWasWrittenFrom() throws Exception {
    eachOfRandomSchemas(JsonForm.PLAIN);
  }

  @Test
  void plainJsonOfEverythingIsReadAsWhatItWasWrittenFrom() throws Exception {
    Documents documents = new Documents(everything(), JsonForm.PLAIN);
    for (int i = 0; i < DOCUMENTS_OF_EVERYTHING; i++) {
      documents.check();
    }
  }

  /** In the schema's order, as a client that sends again what it read does, and in any other. */
  @ParameterizedTest
  @EnumSource
  void whatTheGatewayFillsIsRefusedAtAnyDepthAndInAnyOrder(JsonForm form) throws Exception {
    int refused = 0;
    RandomSchemas schemas = new RandomSchemas(random, true);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      Documents documents = new Documents(parsed(schemas.next()), form);
      for (int k = 0; k < DOCUMENTS_EACH; k++) {
        refused += documents.checkReplayed() ? 1 : 0;
      }
    }
    assertThat(refused).isGreaterThan(RANDOM_SCHEMAS * DOCUMENTS_EACH / 4);
  }

  private void eachOfRandomSchemas(JsonForm form) throws Exception {
    RandomSchemas schemas = new RandomSchemas(random, false);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      Documents documents = new Documents(parsed(schemas.next()), form);
      for (int k = 0; k < DOCUMENTS_EACH; k++) {
        documents.check();
      }
    }
  }

  /** As a file would be. */
  private static Schema parsed(Schema schema) {
    return new Schema.Parser().parse(schema.toString());
  }

  static Schema everything() throws IOException {
    try (var in = RandomDocumentsTest.class.getResourceAsStream("/schema/everything.avsc")) {
      return new Schema.Parser().parse(in);
    }
  }

  /** Documents of one schema, all by one transcoder. */
  private final class Documents {
    private final Schema schema;
    private final JsonForm form;
    private final boolean hasMaps;
    private final Transcoder transcoder;
    private final RandomDatums datums;
    private final DatumJson json;
    private final DatumJson replayed;

    Documents(Schema schema, JsonForm form) throws SchemaException {
      this.schema = schema;
      this.form = form;
      this.hasMaps = schema.toString().contains("\"map\"");
      this.transcoder = TranscoderPlan.compile(schema, form, List.of(), List.of()).newTranscoder();
      this.datums = new RandomDatums(random, form == JsonForm.PLAIN);
      this.json = new DatumJson(random, form, false);
      this.replayed = new DatumJson(random, form, true);
    }

    void check() throws IOException {
      GenericRecord datum = datums.record(schema);
      byte[] written = RandomDatums.encode(schema, datum);
      if (form == JsonForm.AVRO) {
        String text = byAvro(datum);
        assertSame(text, RandomDatums.encode(schema, readByAvro(text)));
      }
      assertSame(json.of(schema, datum), written);
    }

    /** Returns whether the document had what only the gateway may say. */
    boolean checkReplayed() throws IOException {
      GenericRecord datum = datums.record(schema);
      String text = replayed.of(schema, datum);
      if (!text.contains('"' + RandomSchemas.FILLED)) {
        assertSame(text, RandomDatums.encode(schema, datum));
        return false;
      }
      assertSame(json.of(schema, datum), RandomDatums.encode(schema, datum));
      byte[] bytes = text.getBytes(UTF_8);
      assertThatThrownBy(() -> transcoder.transcode(bytes, 0, bytes.length, Envelopes.empty()))
          .as(() -> about(text))
          .isInstanceOfSatisfying(
              InvalidEventException.class,
              e -> assertThat(e.pointer()).contains('/' + RandomSchemas.FILLED))
          .hasMessageEndingWith(" is set by the gateway");
      return true;
    }

    private String byAvro(GenericRecord datum) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      JsonEncoder encoder = EncoderFactory.get().jsonEncoder(schema, out);
      new GenericDatumWriter<GenericRecord>(schema).write(datum, encoder);
      encoder.flush();
      return out.toString(UTF_8);
    }

    private GenericRecord readByAvro(String text) throws IOException {
      var decoder = DecoderFactory.get().jsonDecoder(schema, text);
      return new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    }

    /** The same bytes; but for maps, whose order is free: there the same values. */
    private void assertSame(String text, byte[] expected) throws IOException {
      byte[] bytes = text.getBytes(UTF_8);
      try {
        transcoder.transcode(bytes, 0, bytes.length, Envelopes.empty());
      } catch (InvalidEventException e) {
        throw new AssertionError(about(text) + e.pointer() + ": " + e.getMessage(), e);
      }
      byte[] actual = Arrays.copyOf(transcoder.buffer(), transcoder.length());
      boolean same =
          Arrays.equals(actual, expected)
              || (hasMaps
                  && actual.length == expected.length
                  && read(actual).equals(read(expected)));
      if (!same) {
        throw new AssertionError(about(text) + HexFormat.of().formatHex(actual));
      }
    }

    private GenericRecord read(byte[] bytes) throws IOException {
      var decoder = DecoderFactory.get().binaryDecoder(bytes, null);
      return new GenericDatumReader<GenericRecord>(schema).read(null, decoder);
    }

    private String about(String text) {
      return "seed " + SEED + "\n" + schema + "\n" + text + "\n";
    }
  }
}
