package com.reactive.platform.reliability.oracle;

import static com.reactive.platform.reliability.oracle.RequestTemplate.CUSTOMER;
import static com.reactive.platform.reliability.oracle.RequestTemplate.ID;
import static com.reactive.platform.reliability.oracle.RequestTemplate.SEQUENCE;
import static com.reactive.platform.reliability.oracle.RequestTemplate.VALUE;
import static com.reactive.platform.reliability.oracle.RequestTemplate.VARINT;

/** Bodies of requests for {@link RequestTemplate}, a character for each byte. */
final class OracleBodies {
  /** A length that is announced, and never sent. */
  static final int GIBIBYTE = 1 << 30;

  private static final int TEXT = 2;
  private static final String SET = "\u0003";

  /** As a varint 99, which is no number of an action. */
  private static final String NO_ACTION = "c";

  private OracleBodies() {}

  static String json(Variant variant) {
    return variant == Variant.TOO_LARGE
        ? ""
        : "{\"sessionId\":\"%s\",\"action\":\"%s\",\"value\":%s,\"customerId\":\"%s\"%s"
            .formatted(
                ID,
                variant == Variant.BAD_SCHEMA ? "sat" : "set",
                VALUE,
                CUSTOMER,
                variant == Variant.BAD_JSON ? " " : "}");
  }

  /** The message of a unary call, with its prefix. */
  static String unary(Variant variant) {
    return variant == Variant.TOO_LARGE ? prefix(GIBIBYTE) : prefixed(event(variant));
  }

  /** A {@code PublishRequest}, with its prefix. */
  static String streamed(Variant variant) {
    return prefixed(number(1, SEQUENCE) + text(2, event(variant)) + text(3, ID));
  }

  /** The event; its numbers are those of the stream's {@code .proto}. */
  private static String event(Variant variant) {
    String action = variant == Variant.BAD_SCHEMA ? NO_ACTION : SET;
    String whole = text(2, ID) + number(3, action) + number(4, VARINT) + text(1, CUSTOMER);
    return variant == Variant.BAD_JSON ? whole.substring(0, whole.length() - 1) : whole;
  }

  private static String number(int field, String varint) {
    return (char) (field << 3) + varint;
  }

  private static String text(int field, String value) {
    return "" + (char) (field << 3 | TEXT) + (char) value.length() + value;
  }

  private static String prefixed(String message) {
    return prefix(message.length()) + message;
  }

  /** No compression, and the length. */
  private static String prefix(int length) {
    StringBuilder prefix = new StringBuilder("\0");
    for (int shift = 24; shift >= 0; shift -= 8) {
      prefix.append((char) (length >>> shift & 0xFF));
    }
    return prefix.toString();
  }
}
