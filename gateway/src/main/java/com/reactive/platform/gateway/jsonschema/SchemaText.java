package com.reactive.platform.gateway.jsonschema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * Tells JSON Schemas from others by their text. Apart from {@link JsonSchema}, because a start
 * without any should not load a validator.
 */
public final class SchemaText {
  /** The value of {@code $schema}. */
  public static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private SchemaText() {}

  /** True if the text says that it is a JSON Schema: it is an object with {@code $schema}. */
  public static boolean isJsonSchema(String text) {
    return read(text).has("$schema");
  }

  /** True if the text looks like a JSON Schema that does not say of which draft it is. */
  public static boolean lacksDraft(String text) {
    JsonNode root = read(text);
    return !root.has("$schema") && (root.has("properties") || root.has("$defs"));
  }

  private static JsonNode read(String text) {
    try {
      return MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      return MAPPER.missingNode();
    }
  }
}
