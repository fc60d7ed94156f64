package com.reactive.platform.gateway.cloudevents;

import java.util.Locale;

/** Questions about a {@code Content-Type}. Pure functions. */
final class MediaType {
  private MediaType() {}

  /** The type and subtype, in lower case. */
  static String essence(String contentType) {
    int end = contentType.indexOf(';');
    return (end < 0 ? contentType : contentType.substring(0, end)).strip().toLowerCase(Locale.ROOT);
  }

  /** Whether the type says JSON, as the CloudEvents JSON format counts it, in UTF-8. */
  static boolean isJson(String contentType) {
    String type = essence(contentType);
    int slash = type.indexOf('/');
    return slash > 0 && (type.endsWith("+json") || type.endsWith("/json")) && isUtf8(contentType);
  }

  /** Whether no other charset is named. */
  static boolean isUtf8(String contentType) {
    for (int at = contentType.indexOf(';'); at >= 0; at = contentType.indexOf(';', at + 1)) {
      String rest = contentType.substring(at + 1).strip().toLowerCase(Locale.ROOT);
      if (rest.startsWith("charset=")
          && !rest.substring("charset=".length())
              .replace("\"", "")
              .split(";", -1)[0]
              .strip()
              .equals("utf-8")) {
        return false;
      }
    }
    return true;
  }
}
