package com.reactive.platform.reliability.oracle;

import java.util.Locale;

/**
 * A header block of HTTP/2, a character for each byte: literals that no table keeps, so that it
 * means the same wherever it is sent.
 */
final class HeaderBlock {
  /** Of the static table of HPACK. */
  private static final char POST = 0x83;

  private static final char HTTP = 0x86;
  private static final char PATH = 0x04;
  private static final char AUTHORITY = 0x01;

  private static final int MAX_SHORT = 0x7F;

  private final StringBuilder text = new StringBuilder();

  HeaderBlock(String path, String authority, String contentType) {
    text.append(POST).append(HTTP);
    put(text.append(PATH), path);
    put(text.append(AUTHORITY), authority);
    add("content-type", contentType);
  }

  /** Adds a field. */
  HeaderBlock add(String name, String value) {
    put(text.append('\0'), name.toLowerCase(Locale.ROOT));
    put(text, value);
    return this;
  }

  /** A length as a number with a prefix of seven bits, then the value itself. */
  private static void put(StringBuilder to, String value) {
    int rest = value.length() - MAX_SHORT;
    to.append((char) Math.min(value.length(), MAX_SHORT));
    if (rest >= 0) {
      for (; rest > MAX_SHORT; rest >>>= 7) {
        to.append((char) ((rest & MAX_SHORT) | 0x80));
      }
      to.append((char) rest);
    }
    to.append(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
