package com.reactive.platform.gateway.event;

/**
 * One event as it goes to Kafka.
 *
 * @param requestId 32 hex digits, ASCII
 * @param eventId the client's idempotency key, else 32 hex digits; ASCII
 * @param timestampMillis when the gateway took it in, milliseconds of the epoch
 * @param traceparent W3C trace context as received, or null
 * @param tracestate only ever with a traceparent; or null
 */
public record CounterEvent(
    byte[] requestId,
    byte[] eventId,
    CounterRequest request,
    long timestampMillis,
    String traceparent,
    String tracestate) {

  /** The record key: events of one customer, else of one session, stay in order. */
  public String key() {
    return request.customerId().isEmpty() ? request.sessionId() : request.customerId();
  }
}
