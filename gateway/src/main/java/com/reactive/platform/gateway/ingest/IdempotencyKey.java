package com.reactive.platform.gateway.ingest;

import java.util.List;

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
  public static byte[] ofHeader(List<String> values) {
    if (values.isEmpty()) {
      return null;
    }
    String key = values.get(0).strip();
    if (key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"")) {
      key = key.substring(1, key.length() - 1);
    }
    byte[] ascii = values.size() == 1 ? of(key) : null;
    return ascii == null ? new byte[0] : ascii;
  }

  /** The key as ASCII; null if it breaks the rule. */
  public static byte[] of(String key) {
    int length = key.length();
    if (length == 0 || length > MAX_LENGTH) {
      return null;
    }
    byte[] ascii = new byte[length];
    for (int i = 0; i < length; i++) {
      char c = key.charAt(i);
      if (c >= ALLOWED.length || !ALLOWED[c]) {
        return null;
      }
      ascii[i] = (byte) c;
    }
    return ascii;
  }
}
