package com.reactive.platform.gateway.ingest;

import java.util.regex.Pattern;

/** W3C trace context as a caller sends it; an invalid one counts as absent. */
public final class TraceContext {
  private static final Pattern TRACEPARENT =
      Pattern.compile("(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");
  private static final int MAX_TRACESTATE_CHARS = 512;

  private TraceContext() {}

  /** The value itself if it is valid, else null. */
  public static String traceparent(String value) {
    return value != null && TRACEPARENT.matcher(value).matches() ? value : null;
  }

  /** The value itself if it may be passed on, else null. */
  public static String tracestate(String value) {
    return value != null && !value.isEmpty() && value.length() <= MAX_TRACESTATE_CHARS
        ? value
        : null;
  }
}
