package com.reactive.platform.gateway.stream;

import java.util.Map;

/**
 * The values that the gateway adds to an event, for the fields of a schema that say {@code
 * "x-reactive"}.
 *
 * @param requestId 32 hex digits, ASCII
 * @param eventId the client's idempotency key, else 32 hex digits; ASCII
 * @param receivedMillis when the gateway took the event in, milliseconds of the epoch
 * @param traceparent W3C trace context as received, or null
 * @param tracestate only ever with a traceparent; or null
 * @param sender who sent the event
 * @param pathFields what the path says, by the name of a top-level field
 * @param schemaVersion the version of the schema that the client names; null: any that fits
 */
public record EventMetadata(
    byte[] requestId,
    byte[] eventId,
    long receivedMillis,
    String traceparent,
    String tracestate,
    EventSender sender,
    Map<String, String> pathFields,
    String schemaVersion) {

  /** Of an event whose sender is not known. */
  public EventMetadata(
      byte[] requestId,
      byte[] eventId,
      long receivedMillis,
      String traceparent,
      String tracestate,
      Map<String, String> pathFields) {
    this(
        requestId,
        eventId,
        receivedMillis,
        traceparent,
        tracestate,
        EventSender.UNKNOWN,
        pathFields,
        null);
  }
}
