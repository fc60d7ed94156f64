package com.reactive.platform.gateway.http;

import io.netty.handler.codec.http.HttpHeaders;
import io.netty.util.AsciiString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;

/** Header lines that responses of either protocol have in common. Immutable. */
final class HeaderLines {
  private final byte[] lines;
  private final List<AsciiString> namesAndValues;

  private HeaderLines(byte[] lines, List<AsciiString> namesAndValues) {
    this.lines = lines;
    this.namesAndValues = List.copyOf(namesAndValues);
  }

  static HeaderLines of(HttpHeaders headers) {
    ResponseBytes lines = new ResponseBytes();
    List<AsciiString> namesAndValues = new ArrayList<>();
    for (Map.Entry<String, String> header : headers) {
      lines.addHeader(header.getKey(), header.getValue());
      namesAndValues.add(plain(header.getKey()).toLowerCase());
      namesAndValues.add(plain(header.getValue()));
    }
    return new HeaderLines(lines.copy(), namesAndValues);
  }

  /**
   * The text as a header may have it: whatever is neither visible ASCII nor blank is a question
   * mark.
   */
  static AsciiString plain(CharSequence text) {
    byte[] plain = new byte[text.length()];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = ResponseBytes.plain(text.charAt(i));
    }
    return new AsciiString(plain, false);
  }

  /** As HTTP/1.1 has them, with their line ends. Not to be changed. */
  byte[] lines() {
    return lines;
  }

  /** Takes each name, in lower case, with its value. */
  void forEach(BiConsumer<AsciiString, AsciiString> receiver) {
    for (int i = 0; i < namesAndValues.size(); i += 2) {
      receiver.accept(namesAndValues.get(i), namesAndValues.get(i + 1));
    }
  }
}
