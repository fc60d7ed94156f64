package com.reactive.platform.gateway.admin.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.Locale;

/** Writes the JSON documents of the admin port: each is one object. */
final class JsonText {
  private static final JsonFactory JSON = new JsonFactory();

  /** Writes the fields of an object that has begun. */
  interface Fields {
    void writeTo(JsonGenerator json) throws IOException;
  }

  private JsonText() {}

  /** The object on indented lines, for people too. */
  static String pretty(Fields fields) {
    return write(fields, true);
  }

  /** The object on one line. */
  static String line(Fields fields) {
    return write(fields, false);
  }

  private static String write(Fields fields, boolean pretty) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      if (pretty) {
        json.useDefaultPrettyPrinter();
      }
      json.writeStartObject();
      fields.writeTo(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
    return text.toString();
  }

  /** The name of a constant as the documents have it. */
  static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
