package com.reactive.platform.gateway.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.reactive.platform.gateway.stream.EventMetadata;
import java.util.Map;

/** What the gateway might say of an event. */
final class Envelopes {
  static final String REQUEST_ID = "0123456789abcdef0123456789abcdef";
  static final String EVENT_ID = "e1";
  static final long RECEIVED_MILLIS = 1_765_432_109_876L;
  static final String TRACEPARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  private Envelopes() {}

  static EventMetadata empty() {
    return of(Map.of());
  }

  static EventMetadata of(Map<String, String> path) {
    return of(EVENT_ID, RECEIVED_MILLIS, null, null, path);
  }

  static EventMetadata of(
      String eventId,
      long receivedMillis,
      String traceparent,
      String tracestate,
      Map<String, String> path) {
    return new EventMetadata(
        REQUEST_ID.getBytes(US_ASCII),
        eventId.getBytes(US_ASCII),
        receivedMillis,
        traceparent,
        tracestate,
        path);
  }
}
