package com.reactive.platform.gateway.schema;

import java.math.BigDecimal;

/** Reads decimal numbers as JSON has them, which may also stand in a string. */
final class DecimalText {
  private static final int MAX_CHARS = 1_000;
  private static final int MAX_EXPONENT_CHARS = 6;

  private DecimalText() {}

  /** Null if it is not such a number, or one of too many digits. */
  static BigDecimal parse(char[] text, int offset, int length) {
    return length <= MAX_CHARS && isNumber(text, offset, offset + length)
        ? new BigDecimal(text, offset, length)
        : null;
  }

  private static boolean isNumber(char[] text, int offset, int end) {
    int at = offset;
    if (at < end && text[at] == '-') {
      at++;
    }
    int whole = digits(text, at, end);
    if (whole == 0) {
      return false;
    }
    at += whole;
    if (at < end && text[at] == '.') {
      int fraction = digits(text, at + 1, end);
      if (fraction == 0) {
        return false;
      }
      at += 1 + fraction;
    }
    if (at < end && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      if (at < end && (text[at] == '-' || text[at] == '+')) {
        at++;
      }
      int exponent = digits(text, at, end);
      if (exponent == 0 || exponent > MAX_EXPONENT_CHARS) {
        return false;
      }
      at += exponent;
    }
    return at == end;
  }

  private static int digits(char[] text, int from, int end) {
    int at = from;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      at++;
    }
    return at - from;
  }
}
