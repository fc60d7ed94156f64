package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.reactive.platform.gateway.stream.SchemaVersions;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.ValueFormat;
import java.io.IOException;
import java.util.List;

/** The document {@code /streams}: all that a reader of the topics must know. */
public final class StreamsJson {
  private StreamsJson() {}

  public static String of(String bootstrapServers, List<StreamDefinition> streams) {
    return JsonText.pretty(json -> write(json, bootstrapServers, streams));
  }

  private static void write(
      JsonGenerator json, String bootstrapServers, List<StreamDefinition> streams)
      throws IOException {
    json.writeStringField("bootstrapServers", bootstrapServers);
    json.writeArrayFieldStart("streams");
    for (StreamDefinition stream : streams) {
      json.writeStartObject();
      json.writeStringField("name", stream.name());
      json.writeStringField("topic", stream.topic());
      json.writeStringField("json", setting(stream.json()));
      json.writeStringField("value", setting(stream.value()));
      json.writeStringField("framing", setting(stream.framing()));
      json.writeStringField("format", setting(stream.format()));
      if (stream.quarantine().isPresent()) {
        json.writeStringField("quarantine", stream.quarantine().get().topic());
      }
      if (stream.hotKey().topic().isPresent()) {
        json.writeStringField("hotKeyTopic", stream.hotKey().topic().get());
      }
      json.writeArrayFieldStart("routes");
      for (String route : stream.routes()) {
        json.writeString(route);
      }
      json.writeEndArray();
      json.writeFieldName("schema");
      json.writeRawValue(stream.schema().toString());
      if (stream.jsonSchema().isPresent()) {
        json.writeFieldName("jsonSchema");
        json.writeRawValue(stream.jsonSchema().get().toString());
      }
      if (stream.schemaId() >= 0) {
        json.writeNumberField("schemaId", stream.schemaId());
      }
      if (!stream.versions().current().isEmpty()) {
        json.writeStringField("schemaVersion", stream.versions().current());
      }
      if (stream.versions().hasEarlier()) {
        writeVersions(json, stream);
      }
      if (stream.value() == ValueFormat.PROTOBUF) {
        json.writeStringField("protobufNumbers", stream.fieldNumbers());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeVersions(JsonGenerator json, StreamDefinition stream)
      throws IOException {
    json.writeArrayFieldStart("earlierSchemas");
    for (SchemaVersions.Earlier version : stream.versions().earlier()) {
      json.writeStartObject();
      json.writeStringField("schemaVersion", version.name());
      if (version.schemaId() >= 0) {
        json.writeNumberField("schemaId", version.schemaId());
      }
      json.writeFieldName("schema");
      json.writeRawValue(version.schema().toString());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** As the settings name it. */
  private static String setting(Enum<?> constant) {
    return JsonText.lowerCase(constant).replace('_', '-');
  }
}
