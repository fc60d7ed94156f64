package com.reactive.platform.kafka.benchmark.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads and writes {@code results.json}. */
public final class ResultsJson {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .defaultPrettyPrinter(new LineLayout())
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private ResultsJson() {}

  /** As text, ending in a line break. */
  public static String toJson(BrochureResult result) {
    try {
      return JSON.writeValueAsString(result) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a result is plain data", e);
    }
  }

  /**
   * Reads a file.
   *
   * @throws IOException with one clear sentence if it is no result, or of another schema
   */
  public static BrochureResult read(Path file) throws IOException {
    try {
      JsonNode tree = JSON.readTree(Files.readString(file));
      int schema = tree.path("schema").asInt(0);
      if (schema != BrochureResult.SCHEMA) {
        throw new IOException(
            file + " has schema " + schema + ", but this version reads " + BrochureResult.SCHEMA);
      }
      return JSON.treeToValue(tree, BrochureResult.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is no benchmark result: " + e.getOriginalMessage(), e);
    }
  }
}
