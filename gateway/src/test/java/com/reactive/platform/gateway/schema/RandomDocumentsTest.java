package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

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

  private void eachOfRandomSchemas(JsonForm form) throws Exception {
    RandomSchemas schemas = new RandomSchemas(random);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      // Parsed again, as a file would be.
      Documents documents =
          new Documents(new Schema.Parser().parse(schemas.next().toString()), form);
      for (int k = 0; k < DOCUMENTS_EACH; k++) {
        documents.check();
      }
    }
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

    Documents(Schema schema, JsonForm form) throws SchemaException {
      this.schema = schema;
      this.form = form;
      this.hasMaps = schema.toString().contains("\"map\"");
      this.transcoder = TranscoderPlan.compile(schema, form, List.of(), List.of()).newTranscoder();
      this.datums = new RandomDatums(random, form == JsonForm.PLAIN);
      this.json = new DatumJson(random, form);
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
