package com.reactive.platform.gateway.schema;

/** Writes JSON strings without a library, so that no library is tested against itself. */
final class JsonText {
  private static final String HEX = "0123456789abcdef";

  private JsonText() {}

  static String quote(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\') {
        json.append("\\u00").append(HEX.charAt(c >> 4)).append(HEX.charAt(c & 0xF));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
