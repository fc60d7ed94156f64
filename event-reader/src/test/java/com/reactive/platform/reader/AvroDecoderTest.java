package com.reactive.platform.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.SchemaBuilder;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.generic.GenericRecordBuilder;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;
import org.apache.avro.message.BinaryMessageEncoder;
import org.junit.jupiter.api.Test;

class AvroDecoderTest {
  private static final Schema OLD = SchemaBuilder.record("R").fields().requiredInt("n").endRecord();
  private static final Schema NEW =
      SchemaBuilder.record("R")
          .fields()
          .requiredInt("n")
          .name("s")
          .type()
          .stringType()
          .stringDefault("none")
          .endRecord();

  private static GenericRecord old(int n) {
    return new GenericRecordBuilder(OLD).set("n", n).build();
  }

  private static byte[] datum(GenericRecord event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(out, null);
    new GenericDatumWriter<GenericRecord>(event.getSchema()).write(event, encoder);
    encoder.flush();
    return out.toByteArray();
  }

  private static byte[] single(GenericRecord event) throws IOException {
    ByteBuffer bytes =
        new BinaryMessageEncoder<GenericRecord>(GenericData.get(), event.getSchema()).encode(event);
    byte[] copy = new byte[bytes.remaining()];
    bytes.get(copy);
    return copy;
  }

  /** Between other bytes. */
  private static <T> T decode(ValueDecoder<T> decoder, byte[] value) throws IOException {
    byte[] around = new byte[value.length + 7];
    System.arraycopy(value, 0, around, 3, value.length);
    return decoder.decode(around, 3, value.length);
  }

  @Test
  void resolvesTheSchemaThatWroteIt() throws IOException {
    AvroDecoder<GenericRecord> decoder = AvroDecoder.singleObject(NEW, OLD);
    assertThat(decode(decoder, single(old(5)))).hasToString("{\"n\": 5, \"s\": \"none\"}");
    GenericRecord now = new GenericRecordBuilder(NEW).set("n", 6).set("s", "x").build();
    assertThat(decode(decoder, single(now))).isEqualTo(now);
    assertThat(decode(decoder.map(GenericRecord::toString), single(now)))
        .isEqualTo("{\"n\": 6, \"s\": \"x\"}");
  }

  @Test
  void asksForConfluentsSchemasOnce() throws IOException {
    int[] asked = new int[1];
    AvroDecoder<GenericRecord> decoder =
        AvroDecoder.confluent(
            GenericData.get(),
            NEW,
            id -> {
              asked[0]++;
              assertThat(id).isEqualTo(258);
              return OLD;
            });
    byte[] datum = datum(old(5));
    byte[] value =
        ByteBuffer.allocate(5 + datum.length).put((byte) 0).putInt(258).put(datum).array();
    decode(decoder, value);
    assertThat(decode(decoder, value).get("n")).isEqualTo(5);
    assertThat(asked[0]).isOne();
  }

  @Test
  void aSchemaThatTheRegistryLacksIsABadValue() {
    AvroDecoder<GenericRecord> decoder = AvroDecoder.confluent(GenericData.get(), NEW, id -> null);
    assertThatThrownBy(() -> decode(decoder, new byte[] {0, 0, 0, 1, 2, 0}))
        .isInstanceOf(IOException.class)
        .hasMessage("written with an unknown schema: its id is 258");
  }

  @Test
  void reusesWhenItMay() throws IOException {
    AvroDecoder<GenericRecord> fresh = AvroDecoder.raw(GenericData.get(), NEW, OLD);
    assertThat(decode(fresh, datum(old(1)))).isNotSameAs(decode(fresh, datum(old(1))));
    AvroDecoder<GenericRecord> reusing = fresh.reusing();
    GenericRecord first = decode(reusing, datum(old(1)));
    assertThat(decode(reusing, datum(old(2)))).isSameAs(first);
    assertThat(first.get("n")).isEqualTo(2);
  }

  @Test
  void refusesWhatIsNoSuchEvent() throws IOException {
    AvroDecoder<GenericRecord> decoder = AvroDecoder.singleObject(NEW);
    byte[] unknown = single(old(5));
    byte[] known = single(new GenericRecordBuilder(NEW).set("n", 6).set("s", "x").build());
    // Its string is longer than any array.
    byte[] endless = Arrays.copyOf(known, 17);
    Arrays.fill(endless, 11, 16, (byte) 0xfe);
    endless[16] = 1;
    for (byte[] bad :
        List.of(
            new byte[0],
            unknown,
            endless,
            datum(old(7)),
            Arrays.copyOf(known, known.length - 1),
            Arrays.copyOf(known, known.length + 1))) {
      assertThatThrownBy(() -> decode(decoder, bad)).isInstanceOf(IOException.class);
    }
    assertThat(decode(decoder, known).get("n")).isEqualTo(6);
  }
}
