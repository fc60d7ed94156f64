package com.reactive.platform.gateway.jsonschema;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;

/**
 * The attributes of fields that Avro schemas may have. A record of JSON is the body as it was sent:
 * whoever writes one of them here would believe that a value is protected, and it is not.
 */
final class AvroAttributes {
  private static final Set<String> NAMES =
      Set.of(
          "x-reactive",
          "x-mask",
          "x-hash",
          "x-drop",
          "x-min-length",
          "x-max-length",
          "x-required-when");

  /** What is below are names of the schema's author, each with a schema. */
  private static final Set<String> OF_NAMES =
      Set.of(
          "properties",
          "patternProperties",
          "$defs",
          "definitions",
          "dependentSchemas",
          "dependentRequired",
          "dependencies");

  /** What is below are values. */
  private static final Set<String> OF_VALUES = Set.of("const", "enum", "default", "examples");

  private AvroAttributes() {}

  /**
   * Goes through a schema.
   *
   * @throws IllegalArgumentException naming the attribute that it has
   */
  static void refuseIn(JsonNode schema) {
    for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
      if (NAMES.contains(keyword.getKey())) {
        throw new IllegalArgumentException(
            keyword.getKey() + " is for Avro schemas: a record of JSON is the body as it was sent");
      }
      if (OF_NAMES.contains(keyword.getKey())) {
        keyword.getValue().forEach(AvroAttributes::refuseIn);
      } else if (!OF_VALUES.contains(keyword.getKey())) {
        refuseIn(keyword.getValue());
      }
    }
    if (schema.isArray()) {
      schema.forEach(AvroAttributes::refuseIn);
    }
  }
}
