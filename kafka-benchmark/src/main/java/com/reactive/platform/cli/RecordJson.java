package com.reactive.platform.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.message.BinaryMessageDecoder;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** A Kafka record as one line of JSON. Not thread-safe. */
final class RecordJson {
  private final JsonFactory json = new JsonFactory();
  private final BinaryMessageDecoder<GenericRecord> decoder =
      new BinaryMessageDecoder<>(GenericData.get(), StreamsConfig.counterSchema());

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
      String event = GenericData.get().toString(decoder.decode(value));
      out.writeFieldName("event");
      out.writeRawValue(event);
    } catch (IOException | AvroRuntimeException | NullPointerException e) {
      out.writeStringField(
          "undecodable", value == null ? null : Base64.getEncoder().encodeToString(value));
    }
  }

  private static String text(byte[] utf8) {
    return utf8 == null ? null : new String(utf8, StandardCharsets.UTF_8);
  }
}
