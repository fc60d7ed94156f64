package com.reactive.platform.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;

/** A client's own id for its event. Its characters need no escaping in headers and in JSON. */
public final class IdempotencyKey {
  /** The rule, for messages. */
  public static final String RULE = "must be 1 to 128 letters, digits or any of . _ : ~ + / = -";

  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._:~+/=-]{1,128}");

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
    return VALID.matcher(key).matches() ? key.getBytes(StandardCharsets.US_ASCII) : null;
  }
}
