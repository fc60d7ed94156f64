package com.reactive.platform.gateway.schema;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.reactive.platform.gateway.event.InvalidEventException;
import com.reactive.platform.gateway.event.Utf8;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import com.reactive.platform.gateway.stream.EventMetadata;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checks JSON bodies by a JSON Schema, and finds their keys. Writes nothing: the record has the
 * body as it was sent.
 */
final class JsonSchemaTranscoder extends Transcoder {
  private final JsonSchema schema;
  private final List<String[]> keys;

  /**
   * @param keys the names on the way to each key field
   */
  JsonSchemaTranscoder(JsonSchema schema, List<String[]> keys) {
    this.schema = schema;
    this.keys = keys;
  }

  @Override
  public void transcode(byte[] json, int offset, int length, EventMetadata envelope, AvroOutput out)
      throws InvalidEventException {
    pass.begin((JsonParser) null, length, envelope, out);
    String fault = Utf8.fault(json, offset, length);
    if (fault != null) {
      throw InvalidEventException.unreadable("the body " + fault);
    }
    JsonInput.check(json, offset, length);
    JsonNode event = JsonInput.tree(json, offset, length);
    if (!event.isObject()) {
      throw InvalidEventException.schema("", "the event must be a JSON object");
    }
    JsonSchema.Fault mismatch = schema.check(event, length).orElse(null);
    if (mismatch != null) {
      throw InvalidEventException.schema(mismatch.pointer(), mismatch.detail());
    }
    findKey(event);
  }

  private void findKey(JsonNode event) throws InvalidEventException {
    for (String[] path : keys) {
      JsonNode value = event;
      for (String name : path) {
        value = value.path(name);
      }
      boolean absent = value.isMissingNode() || value.isNull();
      if (!absent && !value.isTextual() && !value.isIntegralNumber()) {
        throw InvalidEventException.schema(
            "/" + String.join("/", path).replace("~", "~0"),
            String.join(".", path) + " is the record key, and must be a string or a whole number");
      }
      pass.key.set(value.asText("").getBytes(StandardCharsets.UTF_8));
      if (pass.key.length() > 0) {
        return;
      }
    }
  }
}
