package com.reactive.platform.gateway.jsonschema;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.FileNotFoundException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JSON Schema of draft 2020-12, compiled. Immutable and thread-safe. References lead to the
 * document itself or to the draft's own schemas; nothing is fetched.
 */
public final class JsonSchema {
  private static final String DRAFT = "https://json-schema.org/draft/2020-12/schema";

  /** What they find wrong is a field that the located object has, or lacks. */
  private static final Set<String> OF_PROPERTIES =
      Set.of("required", "dependentRequired", "additionalProperties", "unevaluatedProperties");

  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .failFast(true)
          .locale(Locale.ROOT)
          .regularExpressionFactory(new LinearRegex())
          .build();

  private final JsonNode document;
  private final Schema schema;

  private JsonSchema(JsonNode document, Schema schema) {
    this.document = document;
    this.schema = schema;
  }

  /**
   * Where a value does not match, and why.
   *
   * @param pointer JSON pointer (RFC 6901)
   */
  public record Fault(String pointer, String detail) {}

  /** True if the text says that it is a JSON Schema: it is an object with {@code $schema}. */
  public static boolean isOne(String text) {
    try {
      return MAPPER.readTree(text).has("$schema");
    } catch (JsonProcessingException e) {
      return false;
    }
  }

  /**
   * Compiles a schema.
   *
   * @throws IllegalArgumentException with the reason if it is none
   */
  public static JsonSchema parse(String text) {
    JsonNode document;
    try {
      document = MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
    }
    String draft = document.path("$schema").asText();
    if (!draft.equals(DRAFT) && !draft.equals(DRAFT + "#")) {
      throw new IllegalArgumentException("$schema must be " + DRAFT);
    }
    checkKeywords(document);
    JsonSchema compiled = new JsonSchema(document, compile(document));
    compiled.tryOut();
    return compiled;
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.builder()
        .dialectRegistry(new BasicDialectRegistry(Dialects.getDraft202012()))
        .defaultDialectId(DRAFT)
        .schemaRegistryConfig(CONFIG)
        .build();
  }

  /** By the schema of schemas. */
  private static void checkKeywords(JsonNode document) {
    Schema ofSchemas = registry().getSchema(com.networknt.schema.SchemaLocation.of(DRAFT));
    for (Error error : ofSchemas.validate(document)) {
      throw new IllegalArgumentException(
          "at " + error.getInstanceLocation() + ": " + error.getMessage());
    }
  }

  private static Schema compile(JsonNode document) {
    try {
      Schema schema = registry().getSchema(document);
      schema.initializeValidators();
      return schema;
    } catch (SchemaException e) {
      throw refused(e);
    } catch (StackOverflowError e) {
      throw endless();
    }
  }

  private static IllegalArgumentException refused(SchemaException e) {
    return new IllegalArgumentException(
        e.getCause() instanceof FileNotFoundException missing
            ? "it refers to " + missing.getMessage() + ", and nothing is fetched"
            : e.getMessage(),
        e);
  }

  /** Values of each type: what refers to itself without end must not do so in a request. */
  private void tryOut() {
    for (String value : List.of("{}", "[]", "\"\"", "0", "true", "null")) {
      try {
        check(MAPPER.readTree(value));
      } catch (StackOverflowError e) {
        throw endless();
      } catch (JsonProcessingException e) {
        throw new AssertionError(e);
      } catch (SchemaException e) {
        throw refused(e);
      }
    }
  }

  private static IllegalArgumentException endless() {
    return new IllegalArgumentException("it refers to itself without end");
  }

  /** The first fault that is found; empty if the value matches. */
  public Optional<Fault> check(JsonNode value) {
    List<Error> errors = schema.validate(value);
    return errors.isEmpty() ? Optional.empty() : Optional.of(fault(errors.get(0)));
  }

  private static Fault fault(Error error) {
    String pointer = error.getInstanceLocation().toString();
    String property = error.getProperty();
    if (property != null && OF_PROPERTIES.contains(error.getKeyword())) {
      pointer += "/" + property.replace("~", "~0").replace("/", "~1");
    }
    return new Fault(pointer, error.getMessage());
  }

  /** The document as maps, lists, texts, numbers, truth values and null; new each time. */
  public Map<String, Object> tree() {
    return MAPPER.convertValue(document, new TypeReference<Map<String, Object>>() {});
  }

  /** What it says of itself: its description, or its title; null if there is neither. */
  public String about() {
    String title = document.path("title").asText(null);
    return document.path("description").asText(title);
  }

  /** The first of its examples, as {@link #tree}; an empty object if there is none. */
  public Object example() {
    JsonNode first = document.path("examples").path(0);
    return first.isMissingNode() ? Map.of() : MAPPER.convertValue(first, Object.class);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonSchema schemaToo && document.equals(schemaToo.document);
  }

  @Override
  public int hashCode() {
    return document.hashCode();
  }

  @Override
  public String toString() {
    return document.toString();
  }
}
