package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/**
 * Sends each event of a batch as one record and tells the batch what became of it.
 *
 * <p>The client reports failures on two threads, and they do not mean the same. A failure inside
 * {@code send()}, on the dispatcher, comes before the record entered the client's buffer: it is
 * certainly not in Kafka, and if it was for want of metadata or memory the dispatcher tries again
 * until the event has waited too long. A failure on the client's sender thread comes after: unless
 * the broker refused the record outright, nobody knows, and sending it again here could duplicate
 * it, so the client is told "unknown".
 */
public final class KafkaSink implements BatchSender {
  /** Record header that names the event; consumers drop repeats by it. */
  public static final String EVENT_ID = "event-id";

  public static final String REQUEST_ID = "request-id";
  public static final String TRACEPARENT = "traceparent";
  public static final String TRACESTATE = "tracestate";

  private static final Header CONTENT_TYPE =
      new RecordHeader("content-type", "avro/binary".getBytes(StandardCharsets.US_ASCII));

  private final IntFunction<String> topics;
  private final BatchMetrics metrics;
  private final RecordSender handover;
  private final IndividualRetrier solo;

  /**
   * A sink that sends to the topic of each event's stream.
   *
   * @param link must have a producer by the first batch
   * @param topics the topic of the stream of this index
   */
  public KafkaSink(
      ProducerHandle link, IntFunction<String> topics, KafkaConfig config, BatchMetrics metrics) {
    this.topics = topics;
    this.metrics = metrics;
    this.handover = new RecordSender(link, config);
    this.solo = new IndividualRetrier(handover);
  }

  @Override
  public void send(Batch batch) {
    metrics.sending(batch);
    SendAttempt departure = handover.depart(batch);
    for (int i = 0; i < batch.size(); i++) {
      if (handover.expired(batch)) {
        batch.notWritten(i, RecordSender.waitedTooLong());
      } else {
        sendOne(batch, i, departure);
      }
    }
  }

  private void sendOne(Batch batch, int index, SendAttempt departure) {
    EventFrame.Parts event = read(batch, index);
    String topic = topics.apply(event.stream());
    byte[] ours = publishing(batch, index, topic);
    handover.hand(
        batch,
        record(topic, event, ours == null ? event.traceparent() : ours),
        new EventAck(batch, index, topic, departure, () -> {}));
  }

  private static EventFrame.Parts read(Batch batch, int index) {
    return EventFrame.read(batch.buffer(), batch.offset(index), batch.length(index));
  }

  /**
   * The record that an event becomes.
   *
   * @param traceparent what it says it is a part of; null for none
   */
  public static ProducerRecord<byte[], byte[]> record(
      String topic, EventFrame.Parts event, byte[] traceparent) {
    return new ProducerRecord<>(
        topic, null, null, event.key(), event.value(), headers(event, traceparent));
  }

  /**
   * Tells an event's trace, if it has one, that it goes to Kafka now. When the event is complete,
   * its completion tells the outcome.
   *
   * @return the traceparent for its record; null if it is not traced
   */
  static byte[] publishing(Batch batch, int index, String topic) {
    Trace trace = batch.completion(index) instanceof Traced traced ? traced.trace() : null;
    return trace == null ? null : trace.publishing(topic, batch.size(), batch.reason());
  }

  private static List<Header> headers(EventFrame.Parts event, byte[] traceparent) {
    Header eventId = new RecordHeader(EVENT_ID, event.eventId());
    Header requestId = new RecordHeader(REQUEST_ID, event.requestId());
    if (traceparent == null && event.attributes().isEmpty()) {
      return List.of(eventId, requestId, CONTENT_TYPE);
    }
    List<Header> headers = new ArrayList<>(5 + event.attributes().size());
    headers.add(eventId);
    headers.add(requestId);
    headers.add(CONTENT_TYPE);
    if (traceparent != null) {
      headers.add(new RecordHeader(TRACEPARENT, traceparent));
      if (event.tracestate() != null) {
        headers.add(new RecordHeader(TRACESTATE, event.tracestate()));
      }
    }
    for (EventFrame.Attribute attribute : event.attributes()) {
      headers.add(
          new RecordHeader(attribute.name(), attribute.value().getBytes(StandardCharsets.UTF_8)));
    }
    return headers;
  }

  /** Tells the batch of one event. */
  private final class EventAck extends ProducerCallback {
    private final Batch batch;
    private final int index;
    private final String topic;
    private final Runnable known;

    /**
     * @param known run when the event has its outcome, or will get it otherwise
     */
    EventAck(Batch batch, int index, String topic, SendAttempt departure, Runnable known) {
      super(topic, metrics, departure);
      this.batch = batch;
      this.index = index;
      this.topic = topic;
      this.known = known;
    }

    @Override
    void acked(int partition, long offset) {
      batch.acked(index, partition, offset);
      known.run();
    }

    @Override
    void notWritten(Exception failure) {
      boolean ofTheEvent = ProducerErrors.isOfTheEvent(failure);
      batch.notWritten(index, ofTheEvent ? new RefusedEventException(failure) : failure);
      known.run();
    }

    @Override
    void unknown(Exception failure) {
      batch.unknown(index, failure);
      known.run();
    }

    @Override
    void refusedForItsMates(Exception failure) {
      EventFrame.Parts event = read(batch, index);
      solo.send(
          batch,
          record(topic, event, event.traceparent()),
          done -> new EventAck(batch, index, topic, handover.departAgain(), done));
      known.run();
    }
  }
}
