package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.EventIds;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import com.reactive.platform.reader.EventHeaders;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Maps an event's frame to the record that consumers get, whatever the destination: its key and
 * value are those of the frame, its headers are named here.
 */
public final class RecordMapper {
  /** Names the event; consumers drop repeats by it. */
  public static final String EVENT_ID = EventHeaders.EVENT_ID;

  public static final String REQUEST_ID = EventHeaders.REQUEST_ID;

  /**
   * Is there if the client chose the event id: a hash of its name and a hash of its request, eight
   * bytes each, big-endian, whether keys are remembered or not. From it and the event id, instances
   * know the repeat of a request that another one took, and consumers whose id it is.
   */
  public static final String IDEMPOTENCY = EventHeaders.IDEMPOTENCY;

  public static final String TRACEPARENT = EventHeaders.TRACEPARENT;
  public static final String TRACESTATE = EventHeaders.TRACESTATE;

  /**
   * Is {@link #AVRO} in the record of a single event, unless its stream keeps JSON; of a body in a
   * quarantine, as it came.
   */
  public static final String CONTENT_TYPE = EventHeaders.CONTENT_TYPE;

  public static final String AVRO = EventHeaders.AVRO;

  /** Receives the headers of one record, in their order. */
  public interface Headers {
    /** {@link #CONTENT_TYPE}: {@link #AVRO}. One object can stand for it in all records. */
    void addContentType();

    void add(String name, byte[] value);
  }

  private RecordMapper() {}

  /** Reads message {@code index} of a batch. */
  public static EventFrame.Parts read(Batch batch, int index) {
    return EventFrame.read(batch.buffer(), batch.offset(index), batch.length(index));
  }

  /** Receives the headers of one record, in their order, as slices that are not copied. */
  @FunctionalInterface
  public interface HeaderSlices {
    /**
     * Adds a header.
     *
     * @param name ASCII
     */
    void add(byte[] name, byte[] source, int offset, int length);
  }

  private static final byte[] EVENT_ID_NAME = ascii(EVENT_ID);
  private static final byte[] REQUEST_ID_NAME = ascii(REQUEST_ID);
  private static final byte[] IDEMPOTENCY_NAME = ascii(IDEMPOTENCY);
  private static final byte[] CONTENT_TYPE_NAME = ascii(CONTENT_TYPE);
  private static final byte[] AVRO_VALUE = ascii(AVRO);
  private static final byte[] TRACEPARENT_NAME = ascii(TRACEPARENT);
  private static final byte[] TRACESTATE_NAME = ascii(TRACESTATE);

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * As {@link #writeHeaders(EventFrame.Parts, byte[], Headers)}, without copying.
   *
   * @param ours the span that the record is a part of; null for that of the event, if it has one
   */
  public static void writeHeaders(EventFrame.Cursor event, byte[] ours, HeaderSlices to) {
    byte[] buffer = event.buffer();
    to.add(EVENT_ID_NAME, buffer, event.eventIdOffset(), event.eventIdLength());
    to.add(REQUEST_ID_NAME, buffer, event.requestIdOffset(), EventIds.LENGTH);
    List<EventFrame.Attribute> attributes = event.attributes();
    if (!hasContentType(attributes)) {
      to.add(CONTENT_TYPE_NAME, AVRO_VALUE, 0, AVRO_VALUE.length);
    }
    if (event.isKeyed()) {
      to.add(IDEMPOTENCY_NAME, buffer, event.idempotencyOffset(), EventFrame.IDEMPOTENCY_BYTES);
    }
    byte[] traceparent = ours == null ? event.traceparent() : ours;
    if (traceparent != null) {
      to.add(TRACEPARENT_NAME, traceparent, 0, traceparent.length);
      byte[] tracestate = event.tracestate();
      if (tracestate != null) {
        to.add(TRACESTATE_NAME, tracestate, 0, tracestate.length);
      }
    }
    for (EventFrame.Attribute attribute : attributes) {
      byte[] value = attribute.value().getBytes(StandardCharsets.UTF_8);
      to.add(ascii(attribute.name()), value, 0, value.length);
    }
  }

  /** True for JSON, and for a body in a quarantine: only there it stands among the attributes. */
  private static boolean hasContentType(List<EventFrame.Attribute> attributes) {
    for (EventFrame.Attribute attribute : attributes) {
      if (attribute.name().equals(CONTENT_TYPE)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Writes an event's headers.
   *
   * @param traceparent the span that the record is a part of; null for none
   */
  public static void writeHeaders(EventFrame.Parts event, byte[] traceparent, Headers to) {
    to.add(EVENT_ID, event.eventId());
    to.add(REQUEST_ID, event.requestId());
    if (!hasContentType(event.attributes())) {
      to.addContentType();
    }
    if (event.idempotency() != null) {
      to.add(IDEMPOTENCY, event.idempotency());
    }
    if (traceparent != null) {
      to.add(TRACEPARENT, traceparent);
      if (event.tracestate() != null) {
        to.add(TRACESTATE, event.tracestate());
      }
    }
    for (EventFrame.Attribute attribute : event.attributes()) {
      to.add(attribute.name(), attribute.value().getBytes(StandardCharsets.UTF_8));
    }
  }

  /**
   * Reports to the event's trace, if it has one, that the event is sent now. Its completion reports
   * the outcome.
   *
   * @return the traceparent for the record; null if the event is not traced
   */
  public static byte[] startPublishing(Batch batch, int index, String topic) {
    Trace trace = batch.completion(index) instanceof Traced traced ? traced.trace() : null;
    return trace == null ? null : trace.publishing(topic, batch.size(), batch.reason());
  }
}
