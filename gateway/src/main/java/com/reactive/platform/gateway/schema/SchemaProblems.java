package com.reactive.platform.gateway.schema;

import java.util.ArrayList;
import java.util.List;

/** Collects what is wrong with a schema, so that all of it is reported at once. */
final class SchemaProblems {
  private final List<String> sentences = new ArrayList<>();

  /** Concerns the schema as a whole. */
  void add(String sentence) {
    sentences.add(sentence);
  }

  /** Concerns the field at this path. */
  void add(String path, String sentence) {
    sentences.add("field " + path + ": " + sentence);
  }

  /**
   * Ends the compilation if there was any problem.
   *
   * @throws SchemaException naming every problem
   */
  void check() throws SchemaException {
    if (!sentences.isEmpty()) {
      throw new SchemaException(sentences);
    }
  }
}
