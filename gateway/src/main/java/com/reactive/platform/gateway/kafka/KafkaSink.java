package com.reactive.platform.gateway.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
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
  private final String topic;
  private final long queueTimeoutNanos;

  /**
   * A sink for the configured topic.
   *
   * @param producers asked for the producer at every batch; must have one by the first
   */
  public KafkaSink(Supplier<Producer<byte[], byte[]>> producers, KafkaConfig config) {
    this.producers = producers;
    this.topic = config.topic();
    this.queueTimeoutNanos = TimeUnit.MILLISECONDS.toNanos(config.queueTimeoutMillis());
  }

  @Override
  public void send(Batch batch) {
    Producer<byte[], byte[]> producer = producers.get();
    for (int i = 0; i < batch.size(); i++) {
      if (expired(batch)) {
        batch.notWritten(i, new TimeoutException("waited too long to be sent"));
      } else {
        sendOne(producer, batch, i);
      }
    }
  }

  /** Hands one event to the client, trying again while that lacks memory or metadata. */
  private void sendOne(Producer<byte[], byte[]> producer, Batch batch, int index) {
    EventFrame.Parts event =
        EventFrame.read(batch.buffer(), batch.offset(index), batch.length(index));
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, null, event.key(), event.value(), headers(event));
    Exception failure;
    do {
      failure = hand(producer, record, new Ack(batch, index));
    } while (failure instanceof TimeoutException && !expired(batch) && !interrupted());
    if (failure != null) {
      batch.notWritten(index, failure);
    }
  }

  /** Returns the failure that came inside {@code send()}, whichever way it came; null if none. */
  private static Exception hand(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record, Ack ack) {
    try {
      producer.send(record, ack);
    } catch (RuntimeException e) {
      return e;
    } finally {
      ack.inSend = false;
    }
    return ack.inlineFailure;
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

  private static List<Header> headers(EventFrame.Parts event) {
    Header eventId = new RecordHeader(EVENT_ID, event.eventId());
    Header requestId = new RecordHeader(REQUEST_ID, event.requestId());
    if (event.traceparent() == null) {
      return List.of(eventId, requestId, CONTENT_TYPE);
    }
    Header traceparent = new RecordHeader(TRACEPARENT, event.traceparent());
    if (event.tracestate() == null) {
      return List.of(eventId, requestId, CONTENT_TYPE, traceparent);
    }
    Header tracestate = new RecordHeader(TRACESTATE, event.tracestate());
    return List.of(eventId, requestId, CONTENT_TYPE, traceparent, tracestate);
  }

  /** Whether the broker or the client refused a record for what it is, before writing it. */
  public static boolean refused(Exception failure) {
    return failure instanceof RecordTooLargeException
        || failure instanceof AuthorizationException
        || failure instanceof InvalidTopicException
        || failure instanceof org.apache.kafka.common.InvalidRecordException;
  }

  /** The client's callback for one record. */
  private static final class Ack implements Callback {
    private final Batch batch;
    private final int index;
    private final Thread dispatcher = Thread.currentThread();

    /** These two are touched by the dispatcher only. */
    private boolean inSend = true;

    private Exception inlineFailure;

    Ack(Batch batch, int index) {
      this.batch = batch;
      this.index = index;
    }

    @Override
    public void onCompletion(RecordMetadata metadata, Exception failure) {
      if (failure == null) {
        batch.acked(index, metadata.partition(), metadata.offset());
      } else if (Thread.currentThread() == dispatcher && inSend) {
        inlineFailure = failure;
      } else if (refused(failure)) {
        batch.notWritten(index, failure);
      } else {
        batch.unknown(index, failure);
      }
    }
  }
}
