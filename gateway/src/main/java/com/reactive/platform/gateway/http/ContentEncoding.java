package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import java.util.List;
import java.util.Locale;

/** How a request's body is compressed. */
enum ContentEncoding {
  IDENTITY,
  GZIP,
  ZSTD;

  /** What {@code Accept-Encoding} of a 415 says. */
  static final String ACCEPTED = "gzip, zstd";

  /** Null if it is compressed in another way, or more than once. */
  static ContentEncoding of(HttpHeaders headers) {
    String first = headers.get(HttpHeaderNames.CONTENT_ENCODING);
    if (first == null) {
      return IDENTITY;
    }
    List<String> lines = headers.getAll(HttpHeaderNames.CONTENT_ENCODING);
    return lines.size() > 1 ? null : byName(first.strip().toLowerCase(Locale.ROOT));
  }

  private static ContentEncoding byName(String name) {
    return switch (name) {
      case "", "identity" -> IDENTITY;
      case "gzip", "x-gzip" -> GZIP;
      case "zstd" -> ZSTD;
      default -> null;
    };
  }
}
