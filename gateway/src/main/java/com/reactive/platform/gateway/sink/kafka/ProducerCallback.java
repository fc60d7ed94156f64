package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.Settlement;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The client's callback for one record: tells failures inside {@code send()} from those after it.
 * Made and handed over by one thread; until the client has taken the record, that may try again.
 */
abstract class ProducerCallback implements Callback {
  private final String topic;
  private final BatchMetrics metrics;
  private final SendAttempt attempt;
  private final Thread sender = Thread.currentThread();

  /** These two are touched by the sender only. */
  private boolean inSend;

  private Exception inlineFailure;

  ProducerCallback(String topic, BatchMetrics metrics, SendAttempt attempt) {
    this.topic = topic;
    this.metrics = metrics;
    this.attempt = attempt;
  }

  /** Kafka has the record. Client's thread, as the three below. */
  abstract void acked(int partition, long offset);

  /** The record is certainly not in Kafka. Also on the sender's thread, as the next. */
  abstract void notWritten(Exception failure);

  /** Nobody knows. */
  abstract void unknown(Exception failure);

  /**
   * The outcome of an event is unknown, and the client will not tell it later: only the log can.
   */
  static void unsettled(Batch batch, int index, Exception failure) {
    Settlement settlement = batch.unknownYet(index, failure);
    if (settlement != null) {
      settlement.unsettled(failure);
    }
  }

  /** Kafka has nothing against the record, but refused it with another. */
  abstract void failedWithBatch(Exception failure);

  /** Returns the failure that came inside {@code send()}, whichever way it came; null if none. */
  Exception send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    inlineFailure = null;
    inSend = true;
    attempt.handle().beginSend();
    try {
      producer.send(KafkaRecords.placed(record, producer), this);
    } catch (RuntimeException e) {
      inlineFailure = e;
    } finally {
      inSend = false;
    }
    if (inlineFailure != null) {
      attempt.handle().endSend();
    }
    return inlineFailure;
  }

  @Override
  public void onCompletion(RecordMetadata metadata, Exception failure) {
    if (failure != null && Thread.currentThread() == sender && inSend) {
      inlineFailure = failure;
      return;
    }
    attempt.handle().endSend();
    metrics.completed(topic, attempt.nanos(), failure);
    if (failure == null) {
      acked(metadata.partition(), metadata.offset());
    } else if (!ProducerErrors.isRefusal(failure) || attempt.somethingWasSentAgain()) {
      // Of a record that was sent twice, the first attempt may have been written, and its answer
      // lost, before the second was refused.
      unknown(failure);
    } else if (ProducerErrors.failedWithBatch(failure)) {
      failedWithBatch(failure);
    } else {
      notWritten(failure);
    }
  }
}
