package com.reactive.platform.gateway.event;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: what Jackson lets through (overlong forms, halves of surrogates) is refused. */
public final class Utf8 {
  private static final byte BYTE_ORDER_MARK_BEGINS = (byte) 0xEF;

  private Utf8() {}

  public static boolean isValid(byte[] bytes, int offset, int length) {
    int i = offset;
    int end = offset + length;
    while (i < end && bytes[i] >= 0) {
      i++;
    }
    if (i == end) {
      return true;
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, i, end - i));
      return true;
    } catch (CharacterCodingException e) {
      return false;
    }
  }

  /**
   * Whether Jackson would take the JSON for UTF-16 or UTF-32, which it tells by zero bytes or a
   * byte order mark at the beginning; in UTF-8, neither may be there.
   */
  public static boolean looksLikeAnotherEncoding(byte[] json, int offset, int length) {
    for (int i = offset; i < offset + Math.min(4, length); i++) {
      if (json[i] == 0 || (i == offset && json[i] == BYTE_ORDER_MARK_BEGINS)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the text has no half of a surrogate pair, as a JSON escape can bring in. */
  public static boolean isEncodable(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isHighSurrogate(c)) {
        i++;
        if (i == text.length() || !Character.isLowSurrogate(text.charAt(i))) {
          return false;
        }
      } else if (Character.isLowSurrogate(c)) {
        return false;
      }
    }
    return true;
  }
}
