package com.reactive.platform.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.DecoderFactory;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** A Kafka record as one line of JSON. Not thread-safe. */
final class RecordJson {
  private static final int CONFLUENT_PREFIX_BYTES = 5;

  private final JsonFactory json = new JsonFactory();
  private final BinaryMessageDecoder<GenericRecord> decoder =
      new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());
  private final Optional<Schema> schema;

  /**
   * @param schema of records in any framing; without it, only counter events in single-object
   *     encoding are decoded
   */
  RecordJson(Optional<Schema> schema) {
    this.schema = schema;
    schema.ifPresent(decoder::addSchema);
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
    } catch (IOException | AvroRuntimeException | NullPointerException e) {
      out.writeStringField(
          "undecodable", value == null ? null : Base64.getEncoder().encodeToString(value));
    }
  }

  /** By the first bytes: C3 01 is single-object encoding, 00 and an id Confluent's framing. */
  private GenericRecord decode(byte[] value) throws IOException {
    if (value.length > 2 && value[0] == (byte) 0xC3 && value[1] == 1) {
      return decoder.decode(value);
    }
    if (schema.isEmpty()) {
      throw new IOException("of which schema?");
    }
    int prefix =
        value.length > CONFLUENT_PREFIX_BYTES && value[0] == 0 ? CONFLUENT_PREFIX_BYTES : 0;
    return new GenericDatumReader<GenericRecord>(schema.get())
        .read(null, DecoderFactory.get().binaryDecoder(value, prefix, value.length - prefix, null));
  }

  private static String text(byte[] utf8) {
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }
}
