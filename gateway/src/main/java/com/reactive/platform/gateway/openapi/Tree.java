package com.reactive.platform.gateway.openapi;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** JSON as maps, lists, text, numbers, truth values and null, in the order of making. */
final class Tree {
  private static final JsonFactory JSON = new JsonFactory();

  private Tree() {}

  /** An object of alternating names and values. */
  static Map<String, Object> object(Object... namesAndValues) {
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return object;
  }

  static Map<String, Object> reference(String kind, String name) {
    return object("$ref", "#/components/" + kind + "/" + name);
  }

  static String write(Object tree) {
    return write(tree, new DefaultPrettyPrinter());
  }

  static String writeLine(Object tree) {
    return write(tree, new MinimalPrettyPrinter());
  }

  private static String write(Object tree, PrettyPrinter layout) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.setPrettyPrinter(layout);
      write(json, tree);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, Object node) throws IOException {
    if (node == null) {
      json.writeNull();
    } else if (node instanceof Map<?, ?> object) {
      json.writeStartObject();
      for (Map.Entry<?, ?> member : object.entrySet()) {
        json.writeFieldName((String) member.getKey());
        write(json, member.getValue());
      }
      json.writeEndObject();
    } else if (node instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(json, element);
      }
      json.writeEndArray();
    } else if (node instanceof Boolean truth) {
      json.writeBoolean(truth);
    } else if (node instanceof Integer || node instanceof Long) {
      json.writeNumber(((Number) node).longValue());
    } else if (node instanceof Number number) {
      json.writeNumber(new BigDecimal(number.toString()));
    } else {
      json.writeString(node.toString());
    }
  }
}
