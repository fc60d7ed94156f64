package com.reactive.platform.gateway.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.jsonschema.JsonSchema;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.io.IOException;
import org.apache.avro.Schema;

/**
 * The latest version of a subject, as the registry has it.
 *
 * @param type AVRO, JSON or PROTOBUF
 */
record LatestSchema(int id, int version, String type, String schema) {
  private static final String AVRO = "AVRO";
  private static final String JSON = "JSON";

  /**
   * Reads the registry's answer.
   *
   * @throws RegistryException saying why it is none, or cannot be used
   */
  static LatestSchema read(byte[] answer) throws RegistryException {
    JsonNode root;
    try {
      root = new ObjectMapper().readTree(answer);
    } catch (IOException e) {
      throw RegistryException.noApi();
    }
    int id = root.path("id").asInt(-1);
    int version = root.path("version").asInt(-1);
    String schema = root.path("schema").asText();
    if (id < 0 || version < 0 || schema.isEmpty()) {
      throw RegistryException.noApi();
    }
    if (!root.path("references").isEmpty()) {
      throw RegistryException.refused("version " + version + " refers to other subjects");
    }
    return new LatestSchema(id, version, root.path("schemaType").asText(AVRO), schema);
  }

  /** True if it has all parts, as one that was read from a file need not. */
  boolean isWhole() {
    return id >= 0 && version >= 0 && type != null && schema != null;
  }

  /**
   * The stream with this schema.
   *
   * @throws RegistryException saying why it cannot have it
   */
  StreamDefinition appliedTo(StreamDefinition stream) throws RegistryException {
    boolean wantsJson = stream.jsonSchema().isPresent();
    if (!type.equals(wantsJson ? JSON : AVRO)) {
      throw RegistryException.refused(
          "version " + version + " is of type " + type + ", and the stream's schema is not");
    }
    String name = Integer.toString(version);
    try {
      return wantsJson
          ? stream.withSchema(JsonSchema.parse(schema), id, name)
          : stream.withSchema(new Schema.Parser().parse(schema), id, name);
    } catch (RuntimeException e) { // not only Avro's own
      throw RegistryException.refused(
          "version " + version + " cannot be read: " + RegistryException.clean(e.getMessage()));
    }
  }
}
