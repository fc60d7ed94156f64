package com.reactive.platform.gateway.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import com.reactive.platform.gateway.telemetry.Trace;
import com.reactive.platform.gateway.telemetry.Traced;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
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

  private final Supplier<Producer<byte[], byte[]>> producers;
  private final IntFunction<String> topics;
  private final long queueTimeoutNanos;
  private final BatchMetrics metrics;

  /**
   * A sink that sends to the topic of each event's stream.
   *
   * @param producers asked for the producer at every batch; must have one by the first
   * @param topics the topic of the stream of this index
   */
  public KafkaSink(
      Supplier<Producer<byte[], byte[]>> producers,
      IntFunction<String> topics,
      KafkaConfig config,
      BatchMetrics metrics) {
    this.producers = producers;
    this.topics = topics;
    this.queueTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
    this.metrics = metrics;
  }

  @Override
  public void send(Batch batch) {
    metrics.sending(batch);
    Producer<byte[], byte[]> producer = producers.get();
    long nowNanos = System.nanoTime();
    for (int i = 0; i < batch.size(); i++) {
      if (expired(batch)) {
        batch.notWritten(i, new TimeoutException("waited too long to be sent"));
      } else {
        sendOne(producer, batch, i, nowNanos);
      }
    }
  }

  /** Hands one event to the client, trying again while that lacks memory or metadata. */
  private void sendOne(Producer<byte[], byte[]> producer, Batch batch, int index, long batchNanos) {
    EventFrame.Parts event =
        EventFrame.read(batch.buffer(), batch.offset(index), batch.length(index));
    String topic = topics.apply(event.stream());
    byte[] ours = publishing(batch, index, topic);
    byte[] traceparent = ours == null ? event.traceparent() : ours;
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topic, null, null, event.key(), event.value(), headers(event, traceparent));
    Exception failure;
    do {
      RecordAck ack = new EventAck(batch, index, topic, metrics, batchNanos);
      failure = ack.hand(producer, record);
    } while (failure instanceof TimeoutException && !expired(batch) && !interrupted());
    if (failure != null) {
      batch.notWritten(index, failure);
    }
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

  /**
   * Whether the batch's oldest event has waited its time. Then none of it is sent any more: the sum
   * of the timeouts, which the answer's deadline rests on, holds only if this bound does.
   */
  private boolean expired(Batch batch) {
    return System.nanoTime() - batch.oldestNanos() > queueTimeoutNanos;
  }

  private static boolean interrupted() {
    return Thread.currentThread().isInterrupted();
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

  /** Whether the broker or the client refused a record for what it is, before writing it. */
  public static boolean refused(Exception failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof AuthorizationException
        || failure instanceof InvalidTopicException
        || failure instanceof org.apache.kafka.common.InvalidRecordException;
  }

  /** Tells the batch of one event. */
  private static final class EventAck extends RecordAck {
    private final Batch batch;
    private final int index;

    EventAck(Batch batch, int index, String topic, BatchMetrics metrics, long sentNanos) {
      super(topic, metrics, sentNanos);
      this.batch = batch;
      this.index = index;
    }

    @Override
    void acked(int partition, long offset) {
      batch.acked(index, partition, offset);
    }

    @Override
    void notWritten(Exception failure) {
      batch.notWritten(index, failure);
    }

    @Override
    void unknown(Exception failure) {
      batch.unknown(index, failure);
    }
  }
}
