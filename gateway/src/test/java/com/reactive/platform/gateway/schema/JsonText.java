package com.reactive.platform.gateway.schema;

/** Writes JSON strings without a library, so that no library is tested against itself. */
final class JsonText {
  private JsonText() {}

  static String quote(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        json.append(String.format("\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
