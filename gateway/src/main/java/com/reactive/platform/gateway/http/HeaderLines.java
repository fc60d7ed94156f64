package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.HttpHeaders;
import java.util.Locale;
import java.util.Map;

/** Header lines that responses of either protocol have in common. Immutable. */
final class HeaderLines {
  private final byte[] lines;
  private final byte[] fields;

  private HeaderLines(byte[] lines, byte[] fields) {
    this.lines = lines;
    this.fields = fields;
  }

  static HeaderLines of(HttpHeaders headers) {
    ResponseBytes lines = new ResponseBytes();
    ResponseHeaderBlock block = new ResponseHeaderBlock();
    for (Map.Entry<String, String> header : headers) {
      lines.addHeader(header.getKey(), header.getValue());
      block.add(header.getKey().toLowerCase(Locale.ROOT), header.getValue());
    }
    return new HeaderLines(lines.copy(), block.fields());
  }

  /** As HTTP/1.1 has them, with their line ends. Not to be changed. */
  byte[] lines() {
    return lines;
  }

  /** As a header block of HTTP/2 has them. Not to be changed. */
  byte[] fields() {
    return fields;
  }
}
