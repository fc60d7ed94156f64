package com.reactive.platform.gateway.cloudevents;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decodes a {@code ce-} header: quotes of older senders, then percent signs, once. */
final class HeaderValue {
  private HeaderValue() {}

  /** The attribute's value; null if the header is not encoded as it must be. */
  static String decode(String header) {
    String value = header.startsWith("\"") ? unquote(header) : header;
    if (value == null) {
      return null;
    }
    boolean plain = true;
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c < ' ' || c > '~') {
        return null;
      }
      plain &= c != '%';
    }
    return plain ? value : percentDecode(value);
  }

  private static String unquote(String header) {
    StringBuilder text = new StringBuilder(header.length());
    for (int i = 1; i < header.length(); i++) {
      char c = header.charAt(i);
      if (c == '"') {
        return i == header.length() - 1 ? text.toString() : null;
      }
      if (c == '\\') {
        i++;
        if (i == header.length()) {
          return null;
        }
        c = header.charAt(i);
      }
      text.append(c);
    }
    return null;
  }

  private static String percentDecode(String value) {
    ByteBuffer bytes = ByteBuffer.allocate(value.length());
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '%') {
        if (i + 2 >= value.length()) {
          return null;
        }
        int high = hex(value.charAt(i + 1));
        int low = hex(value.charAt(i + 2));
        if (high < 0 || low < 0) {
          return null;
        }
        bytes.put((byte) (high << 4 | low));
        i += 2;
      } else {
        bytes.put((byte) c);
      }
    }
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static int hex(char c) {
    return c < 0x80 ? Character.digit(c, 16) : -1;
  }
}
