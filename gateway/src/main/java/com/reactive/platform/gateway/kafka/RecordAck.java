package com.reactive.platform.gateway.kafka;

import com.reactive.platform.gateway.telemetry.BatchMetrics;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The client's callback for one record: tells failures inside {@code send()} from those after it.
 * Made and handed over by the dispatcher, for one attempt.
 */
abstract class RecordAck implements Callback {
  private final String topic;
  private final BatchMetrics metrics;
  private final long sentNanos;
  private final Thread dispatcher = Thread.currentThread();

  /** These two are touched by the dispatcher only. */
  private boolean inSend = true;

  private Exception inlineFailure;

  /**
   * @param sentNanos when the batch's first record was handed over, as {@link System#nanoTime}
   */
  RecordAck(String topic, BatchMetrics metrics, long sentNanos) {
    this.topic = topic;
    this.metrics = metrics;
    this.sentNanos = sentNanos;
  }

  /** Kafka has the record. Client's thread, as the two below. */
  abstract void acked(int partition, long offset);

  /** Kafka refused the record. */
  abstract void notWritten(Exception failure);

  /** Nobody knows. */
  abstract void unknown(Exception failure);

  /** Returns the failure that came inside {@code send()}, whichever way it came; null if none. */
  Exception hand(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    try {
      producer.send(record, this);
    } catch (RuntimeException e) {
      return e;
    } finally {
      inSend = false;
    }
    return inlineFailure;
  }

  @Override
  public void onCompletion(RecordMetadata metadata, Exception failure) {
    if (failure != null && Thread.currentThread() == dispatcher && inSend) {
      inlineFailure = failure;
      return;
    }
    metrics.completed(topic, sentNanos, failure);
    if (failure == null) {
      acked(metadata.partition(), metadata.offset());
    } else if (KafkaSink.refused(failure)) {
      notWritten(failure);
    } else {
      unknown(failure);
    }
  }
}
