package com.reactive.platform.gateway.ingest;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.security.Caller;
import com.reactive.platform.gateway.stream.BodyFormat;
import com.reactive.platform.gateway.stream.EventSender;
import java.util.List;
import java.util.Map;

/**
 * The metadata of one event, as a front end knows it. {@link Ingress} reads it on the thread of the
 * call, within the call, or later if an event with a key is held: until the callback has its
 * outcome it stays as it is. Stream and caller are asked for again, on any thread, if the outcome
 * is unknown.
 */
public interface IngestRequest {
  /** {@link #senderHash} of an event from a source of our own, which gives way to nobody. */
  int NO_SENDER = 0;

  StreamRuntime stream();

  /**
   * 32 hex digits as ASCII, new for each request; see {@link
   * com.reactive.platform.gateway.event.EventIds}.
   */
  byte[] requestId();

  /** The format of the body; one that the stream takes. */
  default BodyFormat format() {
    return BodyFormat.JSON;
  }

  /** The media type of the body. */
  default String contentType() {
    return format() == BodyFormat.PROTOBUF ? "application/protobuf" : "application/json";
  }

  /** The name of whoever sends the event, which stays while the event is under way. */
  default String caller() {
    return Caller.ANYONE.name();
  }

  /** Who sent the event; known where {@link StreamRuntime#asksForSender}, if anybody is. */
  default EventSender sender() {
    return EventSender.UNKNOWN;
  }

  /**
   * A hash of whoever sends the event, the caller or else the client's address. Under overload the
   * senders share what may be in flight. Cheap: it is asked for with each event.
   */
  default int senderHash() {
    return NO_SENDER;
  }

  /** The client's own id for the event, by {@link IdempotencyKey}; null: it gets a new one. */
  default byte[] idempotencyKey() {
    return null;
  }

  /** What its key is for. */
  default KeyUse keyUse() {
    return KeyUse.CLAIM;
  }

  /** The key of the record; null: what the event has in the stream's key fields. */
  default byte[] recordKey() {
    return null;
  }

  /** True if the events of its key must stay in order, however many there are. */
  default boolean needsOrder() {
    return false;
  }

  /** By {@link TraceContext}; null if there is none. */
  default String traceparent() {
    return null;
  }

  /** By {@link TraceContext}; null if there is none, and always null without a traceparent. */
  default String tracestate() {
    return null;
  }

  /** Values that do not stand in the body, by the name of a top-level field. */
  default Map<String, String> pathFields() {
    return Map.of();
  }

  /** JSON pointer of the event within what the client sent. */
  default String dataPointer() {
    return "";
  }

  /** The version of the stream's schema that the client names; null: any that fits. */
  default String schemaVersion() {
    return null;
  }

  /** Record headers that come with the event. */
  default List<EventFrame.Attribute> attributes() {
    return List.of();
  }
}
