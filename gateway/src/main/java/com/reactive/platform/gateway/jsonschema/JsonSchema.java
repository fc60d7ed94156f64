package com.reactive.platform.gateway.jsonschema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.BasicDialectRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A JSON Schema of draft 2020-12, compiled. Immutable and thread-safe. References lead to the
 * document itself or to the draft's own schemas; nothing is fetched.
 *
 * <p>What a body may cost is bounded: numbers by {@link JsonTree}, patterns by {@link LinearRegex},
 * steps by {@link BoundedContext}, and arrays that must have unique items by their length.
 */
public final class JsonSchema {
  private static final String DRAFT = SchemaText.DRAFT;
  private static final String OF_DRAFT = "https://json-schema.org/draft/2020-12/";
  private static final int MAX_DETAIL_CHARS = 400;
  private static final int MAX_POINTER_CHARS = 1_000;
  private static final int MAX_UNIQUE_ITEMS = 1_000;

  /** Enough for any schema with a small body; more for each byte of a larger one. */
  private static final long MIN_STEPS = 20_000;

  private static final int STEPS_PER_BYTE = 16;

  /** What they find wrong is a field that the located object has, or lacks. */
  private static final Set<String> OF_PROPERTIES =
      Set.of("required", "dependentRequired", "additionalProperties", "unevaluatedProperties");

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private static final JsonFactory FACTORY =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();

  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .locale(Locale.ROOT)
          .regularExpressionFactory(new LinearRegex())
          .build();

  private final JsonNode document;
  private final Schema schema;

  /** Some array must have unique items; to look for them, each is compared with others. */
  private final boolean comparesItems;

  private JsonSchema(JsonNode document, Schema schema) {
    this.document = document;
    this.schema = schema;
    this.comparesItems = document.findValue("uniqueItems") != null;
  }

  /**
   * Where a value does not match, and why.
   *
   * @param pointer JSON pointer (RFC 6901), or its beginning
   */
  public record Fault(String pointer, String detail) {}

  /**
   * Compiles a schema.
   *
   * @throws IllegalArgumentException with the reason if it is none
   */
  public static JsonSchema parse(String text) {
    JsonNode document = read(text);
    String draft = document.path("$schema").asText();
    if (!draft.equals(DRAFT) && !draft.equals(DRAFT + "#")) {
      throw new IllegalArgumentException("$schema must be " + DRAFT);
    }
    AvroAttributes.refuseIn(document);
    JsonSchema compiled;
    try {
      checkKeywords(document);
      Schema schema = registry().getSchema(document);
      schema.initializeValidators();
      compiled = new JsonSchema(document, schema);
      compiled.tryOut();
    } catch (SchemaException e) {
      // Of a cause, the message begins with the name of its class.
      Throwable cause = e.getCause() == null ? e : e.getCause();
      throw new IllegalArgumentException(cause.getMessage(), e);
    } catch (StackOverflowError e) {
      throw new IllegalArgumentException("it refers to itself without end", e);
    }
    return compiled;
  }

  private static JsonNode read(String text) {
    try (JsonParser parser = FACTORY.createParser(text)) {
      JsonNode document = JsonTree.read(parser);
      if (document == null || parser.nextToken() != null) {
        throw new IllegalArgumentException("it is not one JSON value");
      }
      return document;
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("it is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.builder()
        .dialectRegistry(new BasicDialectRegistry(Dialects.getDraft202012()))
        .defaultDialectId(DRAFT)
        .schemaRegistryConfig(CONFIG)
        // Else those of the class path could be named, too.
        .schemaLoader(loader -> loader.allow(iri -> iri.toString().startsWith(OF_DRAFT)))
        .build();
  }

  /** By the schema of schemas. */
  private static void checkKeywords(JsonNode document) {
    Schema ofSchemas = registry().getSchema(SchemaLocation.of(DRAFT));
    for (Error error : ofSchemas.validate(document)) {
      throw new IllegalArgumentException(
          "at " + error.getInstanceLocation() + ": " + error.getMessage());
    }
  }

  /** Values of each type: what refers to itself without end should not do so in a request. */
  private void tryOut() {
    for (String value : List.of("{}", "[]", "\"\"", "0", "true", "null")) {
      errors(read(value), MIN_STEPS);
    }
  }

  /**
   * The first fault that is found; empty if the value matches.
   *
   * @param value as {@link JsonTree} reads it
   * @param bytes length of its text
   */
  public Optional<Fault> check(JsonNode value, int bytes) {
    if (comparesItems && hasLongArray(value)) {
      return Optional.of(
          new Fault(
              "",
              "where items must be unique, an array has at most " + MAX_UNIQUE_ITEMS + " items"));
    }
    try {
      List<Error> errors = errors(value, MIN_STEPS + (long) STEPS_PER_BYTE * bytes);
      return errors.isEmpty() ? Optional.empty() : Optional.of(fault(errors.get(0)));
    } catch (StackOverflowError e) {
      return Optional.of(new Fault("", "the schema refers to itself without end"));
    } catch (RuntimeException e) {
      return Optional.of(new Fault("", cut("it cannot be checked: " + e.getMessage())));
    }
  }

  private List<Error> errors(JsonNode value, long steps) {
    return schema.validate(new BoundedContext(steps), value, OutputFormat.DEFAULT);
  }

  private static boolean hasLongArray(JsonNode value) {
    if (value.isArray() && value.size() > MAX_UNIQUE_ITEMS) {
      return true;
    }
    for (JsonNode child : value) {
      if (hasLongArray(child)) {
        return true;
      }
    }
    return false;
  }

  private static Fault fault(Error error) {
    String pointer = error.getInstanceLocation().toString();
    String property = error.getProperty();
    if (property != null && OF_PROPERTIES.contains(error.getKeyword())) {
      pointer += "/" + property.replace("~", "~0").replace("/", "~1");
    }
    // Only whole names, so that it is the pointer of an ancestor.
    if (pointer.length() > MAX_POINTER_CHARS) {
      pointer = pointer.substring(0, Math.max(0, pointer.lastIndexOf('/', MAX_POINTER_CHARS)));
    }
    return new Fault(pointer, cut(error.getMessage()));
  }

  private static String cut(String detail) {
    if (detail.length() <= MAX_DETAIL_CHARS) {
      return detail;
    }
    boolean splits = Character.isHighSurrogate(detail.charAt(MAX_DETAIL_CHARS - 1));
    return detail.substring(0, splits ? MAX_DETAIL_CHARS - 1 : MAX_DETAIL_CHARS) + "…";
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

  /** The first of its examples, as {@link #tree}; empty if there is none. */
  public Optional<Object> example() {
    JsonNode first = document.path("examples").path(0);
    return first.isObject()
        ? Optional.of(MAPPER.convertValue(first, Object.class))
        : Optional.empty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof JsonSchema same && document.equals(same.document);
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
