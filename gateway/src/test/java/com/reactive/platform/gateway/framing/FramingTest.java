package com.reactive.platform.gateway.framing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.JsonForm;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.junit.jupiter.api.Test;

class FramingTest {
  private static final Schema SCHEMA =
      SchemaBuilder.record("Order").namespace("shop").fields().requiredString("id").endRecord();

  /** 8F014872634503C7 is what Avro's own test cases give for {@code "string"}. */
  @Test
  void singleObjectIsTheMarkerAndTheFingerprintLittleEndian() {
    Schema string = Schema.create(Schema.Type.STRING);

    assertThat(Framing.SINGLE_OBJECT.prefix(string, -1))
        .containsExactly(0xC3, 0x01, 0xC7, 0x03, 0x45, 0x63, 0x72, 0x48, 0x01, 0x8F);
  }

  @Test
  void avrosOwnMessageDecoderReadsWhatFollowsIt() throws IOException {
    GenericRecord order = new GenericData.Record(SCHEMA);
    order.put("id", "o-1");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(Framing.SINGLE_OBJECT.prefix(SCHEMA, -1));
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(SCHEMA).write(order, encoder);
    encoder.flush();

    GenericRecord read =
        new BinaryMessageDecoder<GenericRecord>(GenericData.get(), SCHEMA)
            .decode(new ByteArrayInputStream(out.toByteArray()));

    assertThat(read.get("id")).hasToString("o-1");
  }

  @Test
  void attributesAndDocsDoNotChangeTheFingerprint() {
    Schema annotated =
        new Schema.Parser()
            .parse(
                "{\"type\":\"record\",\"name\":\"shop.Order\",\"doc\":\"An order.\",\"x\":1,"
                    + "\"fields\":[{\"name\":\"id\",\"type\":\"string\",\"x-reactive\":\"eventId\"}]}");

    assertThat(Framing.SINGLE_OBJECT.prefix(annotated, -1))
        .isEqualTo(Framing.SINGLE_OBJECT.prefix(SCHEMA, -1));
  }

  @Test
  void confluentIsZeroAndTheIdBigEndian() {
    assertThat(Framing.CONFLUENT.prefix(SCHEMA, 0x01020304)).containsExactly(0, 1, 2, 3, 4);
    assertThat(Framing.CONFLUENT.prefix(SCHEMA, 0)).containsExactly(0, 0, 0, 0, 0);
  }

  @Test
  void confluentNeedsAnId() {
    assertThatThrownBy(() -> Framing.CONFLUENT.prefix(SCHEMA, -1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no registry id for shop.Order");
  }

  @Test
  void rawIsNothing() {
    assertThat(Framing.RAW.prefix(SCHEMA, -1)).isEmpty();
  }

  @Test
  void aStreamSaysAllThatIsNeeded() {
    StreamDefinition stream =
        new StreamDefinition(
            "orders",
            List.of("/api/events/orders"),
            "orders",
            SCHEMA,
            JsonForm.PLAIN,
            List.of(),
            Framing.CONFLUENT,
            7,
            RecordFormat.EVENT,
            Acks.ALL,
            false,
            20,
            65_536,
            false,
            List.of(),
            false);

    assertThat(stream.framePrefix()).containsExactly(0, 0, 0, 0, 7);
  }

  @Test
  void theDatumBeginsBehindThePrefix() throws IOException {
    for (Framing framing : Framing.values()) {
      byte[] prefix = framing.prefix(SCHEMA, 7);
      byte[] value = Arrays.copyOf(prefix, prefix.length + 1);
      value[prefix.length] = 'd';

      assertThat(Framing.detect(value)).isEqualTo(framing);
      assertThat(framing.decoder(SCHEMA).datumOffset(value)).isEqualTo(prefix.length);
    }
  }

  @Test
  void otherBytesAndOtherSchemasAreRejected() {
    byte[] order = Framing.SINGLE_OBJECT.prefix(SCHEMA, -1);
    Schema other = Schema.create(Schema.Type.STRING);

    assertThatThrownBy(() -> Framing.SINGLE_OBJECT.decoder(other).datumOffset(order))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("written with a schema other than string: its finger");
    assertThatThrownBy(() -> Framing.SINGLE_OBJECT.decoder(SCHEMA).datumOffset(new byte[9]))
        .hasMessage("framing is not single-object");
    assertThatThrownBy(() -> Framing.CONFLUENT.decoder(SCHEMA).datumOffset(order))
        .hasMessage("framing is not confluent");
    assertThatThrownBy(() -> Framing.CONFLUENT.decoder(SCHEMA).datumOffset(new byte[4]))
        .hasMessage("framing is not confluent");
  }
}
