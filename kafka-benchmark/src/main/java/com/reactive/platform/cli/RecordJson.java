package com.reactive.platform.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.stream.Framing;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** A Kafka record as one line of JSON. Not thread-safe. */
final class RecordJson {
  private static final int CONFLUENT_PREFIX_BYTES = 5;

  private final JsonFactory json = new JsonFactory();
  private final Schema schema;
  private final BinaryMessageDecoder<GenericRecord> decoder;
  private final Optional<Framing> framing;

  /**
   * @param schema of the records; without it, the counter's
   * @param framing of the records; without it, the one that fits: a raw record may begin as one of
   *     the others does; without either, single-object encoding
   */
  RecordJson(Optional<Schema> schema, Optional<Framing> framing) {
    this.schema = schema.orElseGet(StreamsConfig::counterSchema);
    decoder = new BinaryMessageDecoder<>(GenericData.get(), this.schema);
    // Without both, guessing would find counter events where there are none.
    this.framing =
        framing.isPresent() || schema.isPresent() ? framing : Optional.of(Framing.SINGLE_OBJECT);
  }

  String line(ConsumerRecord<byte[], byte[]> record) {
    StringWriter text = new StringWriter();
    try (JsonGenerator out = json.createGenerator(text)) {
      out.writeStartObject();
      out.writeStringField("topic", record.topic());
      out.writeNumberField("partition", record.partition());
      out.writeNumberField("offset", record.offset());
      out.writeNumberField("timestamp", record.timestamp());
      out.writeStringField("key", text(record.key()));
      out.writeObjectFieldStart("headers");
      for (Header header : record.headers()) {
        out.writeStringField(header.key(), text(header.value()));
      }
      out.writeEndObject();
      writeEvent(out, record.value());
      out.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  private void writeEvent(JsonGenerator out, byte[] value) throws IOException {
    try {
      String event = GenericData.get().toString(decode(value));
      out.writeFieldName("event");
      out.writeRawValue(event);
    } catch (IOException | RuntimeException e) {
      out.writeStringField(
          "undecodable", value == null ? null : Base64.getEncoder().encodeToString(value));
    }
  }

  private GenericRecord decode(byte[] value) throws IOException {
    if (framing.isPresent()) {
      return decode(value, framing.get());
    }
    // C3 01 is single-object encoding, 00 and an id Confluent's framing, unless that does not fit.
    Framing likely =
        value.length > 2 && value[0] == (byte) 0xC3 && value[1] == 1
            ? Framing.SINGLE_OBJECT
            : value.length > 0 && value[0] == 0 ? Framing.CONFLUENT : Framing.RAW;
    try {
      return decode(value, likely);
    } catch (IOException | RuntimeException e) {
      return decode(value, Framing.RAW);
    }
  }

  private GenericRecord decode(byte[] value, Framing framed) throws IOException {
    return switch (framed) {
      case SINGLE_OBJECT -> decoder.decode(value);
      case CONFLUENT -> datum(value, CONFLUENT_PREFIX_BYTES);
      case RAW -> datum(value, 0);
    };
  }

  /** From there to the end. */
  private GenericRecord datum(byte[] value, int offset) throws IOException {
    if (value.length < offset) {
      throw new IOException("too short");
    }
    BinaryDecoder data =
        DecoderFactory.get().binaryDecoder(value, offset, value.length - offset, null);
    GenericRecord read = new GenericDatumReader<GenericRecord>(schema).read(null, data);
    if (!data.isEnd()) {
      throw new IOException("bytes are left over");
    }
    return read;
  }

  private static String text(byte[] utf8) {
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }
}
