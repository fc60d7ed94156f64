package com.reactive.platform.reader;

/** Names of the headers of the gateway's records, and their values where these are always one. */
public final class EventHeaders {
  /**
   * The event's id. Two records with the same id are the same event, written twice; but where both
   * have {@link #IDEMPOTENCY}, only if its first eight bytes are the same, too. A packed record has
   * no such header: its entries have ids, and do not say who chose them.
   */
  public static final String EVENT_ID = "event-id";

  /** The request that the event came with. */
  public static final String REQUEST_ID = "request-id";

  /**
   * Is there if the client chose the event id: a hash of its name and a hash of its request, eight
   * bytes each, big-endian.
   */
  public static final String IDEMPOTENCY = "idempotency";

  /**
   * Is there if too many events had the key of the record, and names it: the order of its events
   * was given up. The record has no key, or is in the topic of the stream's hot keys, where they
   * are in order among themselves.
   */
  public static final String HOT_KEY = "hot-key";

  /** W3C trace context of the span that wrote the record. */
  public static final String TRACEPARENT = "traceparent";

  public static final String TRACESTATE = "tracestate";

  /** {@link #AVRO}, {@link #JSON}, {@link #PROTOBUF} or {@link #PACKED}. */
  public static final String CONTENT_TYPE = "content-type";

  /** One event, in the stream's framing. */
  public static final String AVRO = "avro/binary";

  /** One event as its client sent it. */
  public static final String JSON = "application/json";

  /** One event as the message of its stream's {@code .proto}, in the stream's framing. */
  public static final String PROTOBUF = "application/protobuf";

  /** Several events: see {@link PackedValue}. */
  public static final String PACKED = "application/vnd.reactive.packed";

  /** Number of events of a packed record, decimal. */
  public static final String EVENT_COUNT = "event-count";

  private EventHeaders() {}
}
