package com.reactive.platform.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.util.Iterator;

/** A client's own id for its event. Its characters need no escaping in headers and in JSON. */
public final class IdempotencyKey {
  /** The rule, for messages. */
  public static final String RULE = "must be 1 to 128 letters, digits or any of . _ : ~ + / = -";

  private static final int MAX_LENGTH = 128;

  /** By ASCII. */
  private static final boolean[] ALLOWED = new boolean[128];

  static {
    String allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._:~+/=-";
    allowed.chars().forEach(c -> ALLOWED[c] = true);
  }

  private IdempotencyKey() {}

  /**
   * The key of a request, by all values of its header, which may stand in quotes.
   *
   * @return as ASCII; null if there is none, empty if it cannot be used
   */
  public static byte[] ofHeader(Iterator<String> values) {
    if (!values.hasNext()) {
      return null;
    }
    String key = values.next().strip();
    if (key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"")) {
      key = key.substring(1, key.length() - 1);
    }
    byte[] ascii = values.hasNext() ? null : of(key);
    return ascii == null ? new byte[0] : ascii;
  }

  /** The key as ASCII; null if it breaks the rule. */
  public static byte[] of(String key) {
    byte[] ascii = key.getBytes(StandardCharsets.US_ASCII); // All else becomes question marks.
    return isKey(ascii) ? ascii : null;
  }

  /** True if these bytes are a key as they are. */
  public static boolean isKey(byte[] ascii) {
    if (ascii.length == 0 || ascii.length > MAX_LENGTH) {
      return false;
    }
    for (byte character : ascii) {
      if (character < 0 || !ALLOWED[character]) {
        return false;
      }
    }
    return true;
  }
}
