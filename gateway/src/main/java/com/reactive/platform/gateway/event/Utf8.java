package com.reactive.platform.gateway.event;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Strict UTF-8: what Jackson lets through (overlong forms, halves of surrogates) is refused. */
public final class Utf8 {
  private static final byte BYTE_ORDER_MARK_BEGINS = (byte) 0xEF;

  private Utf8() {}

  /**
   * What keeps these bytes from being a JSON text in UTF-8, as the end of a sentence about them,
   * with the position (from 1); null if nothing does.
   *
   * <p>Jackson would take the JSON for UTF-16 or UTF-32 by zero bytes or a byte order mark at the
   * beginning; in UTF-8, neither may be there.
   */
  public static String fault(byte[] json, int offset, int length) {
    for (int i = offset; i < offset + Math.min(4, length); i++) {
      if (json[i] == 0) {
        return "is not UTF-8, or has a zero byte, at byte " + (i - offset + 1);
      }
    }
    if (length > 0 && json[offset] == BYTE_ORDER_MARK_BEGINS) {
      return "is not UTF-8, or has a byte order mark, at byte 1";
    }
    int invalid = firstInvalid(json, offset, length);
    return invalid < 0 ? null : "is not valid UTF-8 at byte " + (invalid - offset + 1);
  }

  /** Where the first bytes that are not of UTF-8 begin; -1 if there are none. */
  private static int firstInvalid(byte[] bytes, int offset, int length) {
    int i = offset;
    int end = offset + length;
    while (i < end && bytes[i] >= 0) {
      i++;
    }
    if (i == end) {
      return -1;
    }
    ByteBuffer rest = ByteBuffer.wrap(bytes, i, end - i);
    try {
      StandardCharsets.UTF_8.newDecoder().decode(rest);
      return -1;
    } catch (CharacterCodingException e) {
      return rest.position();
    }
  }

  /** True if the bytes from one place to another are UTF-8, as the Unicode standard has it. */
  public static boolean isValid(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      int first = bytes[i++];
      if (first >= 0) {
        continue;
      }
      int more = first < (byte) 0xE0 ? 1 : first < (byte) 0xF0 ? 2 : 3;
      if (first < (byte) 0xC2 || first > (byte) 0xF4 || more > to - i) {
        return false;
      }
      int second = bytes[i] & 0xFF;
      int least = first == (byte) 0xE0 ? 0xA0 : first == (byte) 0xF0 ? 0x90 : 0x80;
      int most = first == (byte) 0xED ? 0x9F : first == (byte) 0xF4 ? 0x8F : 0xBF;
      if (second < least || second > most) {
        return false;
      }
      for (int k = 1; k < more; k++) {
        if ((bytes[i + k] & 0xC0) != 0x80) {
          return false;
        }
      }
      i += more;
    }
    return true;
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
