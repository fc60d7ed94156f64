package com.reactive.platform.gateway.ingest;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** A client's own id for its event. Its characters need no escaping in headers and in JSON. */
public final class IdempotencyKey {
  /** The rule, for messages. */
  public static final String RULE = "must be 1 to 128 letters, digits or any of . _ : ~ + / = -";

  private static final Pattern VALID = Pattern.compile("[A-Za-z0-9._:~+/=-]{1,128}");

  private IdempotencyKey() {}

  /** The key as ASCII; null if it breaks the rule. */
  public static byte[] of(String key) {
    return VALID.matcher(key).matches() ? key.getBytes(StandardCharsets.US_ASCII) : null;
  }
}
