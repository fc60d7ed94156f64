package com.reactive.platform.gateway;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;

/** What {@code /streams} shows: all that a reader of the topics must know. */
final class StreamsJson {
  private static final JsonFactory JSON = new JsonFactory();

  private StreamsJson() {}

  static String of(String bootstrapServers, List<StreamDefinition> streams) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text).useDefaultPrettyPrinter()) {
      json.writeStartObject();
      json.writeStringField("bootstrapServers", bootstrapServers);
      json.writeArrayFieldStart("streams");
      for (StreamDefinition stream : streams) {
        json.writeStartObject();
        json.writeStringField("name", stream.name());
        json.writeStringField("topic", stream.topic());
        json.writeStringField("json", setting(stream.json()));
        json.writeStringField("framing", setting(stream.framing()));
        json.writeStringField("format", setting(stream.format()));
        json.writeFieldName("schema");
        json.writeRawValue(stream.schema().toString());
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  /** As the settings name it. */
  private static String setting(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
