package com.reactive.platform.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** The status of a gateway for people: one line per figure, zeros of the ledger left out. */
final class StatusTable {
  private final Map<String, String> values;

  private StatusTable(Map<String, String> values) {
    this.values = values;
  }

  /** Reads the JSON of {@code /status} into dotted names and their values. */
  static StatusTable parse(String json) throws IOException {
    Map<String, String> values = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(json)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          String pointer = parser.getParsingContext().pathAsPointer().toString();
          values.put(pointer.substring(1).replace('/', '.'), parser.getText());
        }
      }
    }
    return new StatusTable(values);
  }

  boolean ready() {
    return "true".equals(values.get("ready"));
  }

  String render() {
    StringBuilder text = new StringBuilder();
    values.forEach(
        (name, value) -> {
          boolean quiet =
              value.isEmpty() || (name.matches("ledger\\.\\w+\\.\\w+") && value.equals("0"));
          if (!quiet) {
            text.append(String.format("%-36s %s%n", name, value));
          }
        });
    return text.toString();
  }
}
