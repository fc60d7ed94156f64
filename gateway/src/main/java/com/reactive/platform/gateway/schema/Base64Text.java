package com.reactive.platform.gateway.schema;

import com.reactive.platform.gateway.event.InvalidEventException;
import java.util.Arrays;

/** Base64 of RFC 4648 section 4, padded, canonical, without line breaks. */
final class Base64Text {
  private static final byte[] DIGITS = new byte[128];

  static {
    Arrays.fill(DIGITS, (byte) -1);
    String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < alphabet.length(); i++) {
      DIGITS[alphabet.charAt(i)] = (byte) i;
    }
  }

  private Base64Text() {}

  /** How many bytes the text stands for; -1 if its length or padding is wrong. */
  static int size(char[] text, int offset, int length) {
    if (length % 4 != 0) {
      return -1;
    }
    int end = offset + length;
    int padding = 0;
    while (padding < 2 && padding < length && text[end - 1 - padding] == '=') {
      padding++;
    }
    return length / 4 * 3 - padding;
  }

  /** Writes that many bytes; false, with a part written, if there is a wrong character. */
  static boolean decode(AvroOutput out, char[] text, int offset, int count)
      throws InvalidEventException {
    out.ensure(count);
    int bits = 0;
    int held = 0;
    int at = offset;
    for (int written = 0; written < count; ) {
      char c = text[at++];
      int digit = c < 128 ? DIGITS[c] : -1;
      if (digit < 0) {
        return false;
      }
      held = held << 6 | digit;
      bits += 6;
      if (bits >= 8) {
        bits -= 8;
        out.append(held >> bits);
        held &= (1 << bits) - 1;
        written++;
      }
    }
    return held == 0;
  }
}
