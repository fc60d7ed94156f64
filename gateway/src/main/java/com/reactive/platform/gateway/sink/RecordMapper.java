package com.reactive.platform.gateway.sink;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import java.nio.charset.StandardCharsets;

/**
 * Maps an event's frame to the record that consumers get, whatever the destination: its key and
 * value are those of the frame, its headers are named here.
 */
public final class RecordMapper {
  /** Names the event; consumers drop repeats by it. */
  public static final String EVENT_ID = "event-id";

  public static final String REQUEST_ID = "request-id";
  public static final String TRACEPARENT = "traceparent";
  public static final String TRACESTATE = "tracestate";

  /** Is {@link #AVRO} in the record of a single event. */
  public static final String CONTENT_TYPE = "content-type";

  public static final String AVRO = "avro/binary";

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

  /**
   * Writes an event's headers.
   *
   * @param traceparent the span that the record is a part of; null for none
   */
  public static void writeHeaders(EventFrame.Parts event, byte[] traceparent, Headers to) {
    to.add(EVENT_ID, event.eventId());
    to.add(REQUEST_ID, event.requestId());
    to.addContentType();
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
