package com.reactive.platform.gateway.schema;

import com.google.protobuf.DynamicMessage;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.protobuf.FieldNumbers;
import com.reactive.platform.gateway.protobuf.ProtoFile;
import com.reactive.platform.gateway.protobuf.ProtoFileBuilder;
import com.reactive.platform.gateway.protobuf.ProtoText;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.JsonForm;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.io.DecoderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Whatever protobuf's own library writes, in any order, in parts and with repetitions, becomes the
 * bytes that Avro's own writer makes of the same value.
 */
class RandomMessagesTest {
  private static final long SEED = Long.getLong("seed", 20_261_123L);
  private static final int RANDOM_SCHEMAS = 800;
  private static final int MESSAGES_EACH = 10;
  private static final int MESSAGES_OF_EVERYTHING = 1_000;

  private final Random random = new Random(SEED);

  @BeforeAll
  static void tellTheSeed() {
    System.out.println("RandomMessagesTest seed " + SEED);
  }

  @Test
  void messagesOfRandomSchemasAreReadAsWhatTheyWereWrittenFrom() throws Exception {
    RandomSchemas schemas = new RandomSchemas(random, true);
    for (int i = 0; i < RANDOM_SCHEMAS; i++) {
      check(new Schema.Parser().parse(schemas.next().toString()), MESSAGES_EACH);
    }
  }

  @Test
  void messagesOfEverythingAreReadAsWhatTheyWereWrittenFrom() throws Exception {
    check(RandomDocumentsTest.everything(), MESSAGES_OF_EVERYTHING);
  }

  private void check(Schema schema, int messages) throws Exception {
    ProtoFile file = ProtoFileBuilder.of("s", schema, FieldNumbers.NONE);
    Transcoder transcoder =
        TranscoderPlan.compile(schema, JsonForm.PLAIN, List.of(), List.of())
            .withProtobuf(file, false)
            .newTranscoder(BodyFormat.PROTOBUF);
    DatumMessage said = new DatumMessage(random, file);
    WireScrambler scrambler = new WireScrambler(random);
    RandomDatums datums = new RandomDatums(random, true);
    for (int i = 0; i < messages; i++) {
      Object datum = DatumMessage.sayable(schema, datums.record(schema));
      DynamicMessage message = said.of((GenericData.Record) datum);
      byte[] expected = RandomDatums.encode(schema, datum);
      String about = "seed " + SEED + "\n" + ProtoText.of(file) + message;
      assertSame(schema, transcoder, message.toByteArray(), expected, about);
      byte[] scrambled = scrambler.scramble(said.type(), message.toByteArray());
      assertSame(schema, transcoder, scrambled, expected, about);
    }
  }

  private static void assertSame(
      Schema schema, Transcoder transcoder, byte[] message, byte[] expected, String about)
      throws IOException {
    try {
      transcoder.transcode(message, 0, message.length, Envelopes.empty());
    } catch (InvalidEventException e) {
      throw new AssertionError(about + e.pointer() + ": " + e.getMessage(), e);
    }
    byte[] actual = Arrays.copyOf(transcoder.buffer(), transcoder.length());
    boolean same =
        Arrays.equals(actual, expected)
            || (actual.length == expected.length
                && schema.toString().contains("\"map\"")
                && read(schema, actual).equals(read(schema, expected)));
    if (!same) {
      throw new AssertionError(about + HexFormat.of().formatHex(actual));
    }
  }

  private static Object read(Schema schema, byte[] bytes) throws IOException {
    var decoder = DecoderFactory.get().binaryDecoder(bytes, null);
    return new GenericDatumReader<>(schema).read(null, decoder);
  }
}
