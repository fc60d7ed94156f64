package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.sink.kafka.ProducerErrors;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * What becomes of one record. A failure inside {@code send()} is the sender's to deal with, because
 * the record is certainly nowhere yet and may be sent again. Else exactly one of the three methods
 * is called, once, on the client's thread: a failure there means "unknown", unless the broker
 * refused the record for what it is.
 */
abstract class RecordDelivery implements Callback {
  private final Thread sender = Thread.currentThread();

  // Both are touched by the sender only.
  private boolean inSend;
  private Exception inlineFailure;

  /** Kafka has it; at acks=0 it is with the socket. */
  abstract void acked(RecordMetadata at);

  /** Kafka certainly has it not. */
  abstract void notWritten(Exception why);

  /** Kafka may have it. */
  abstract void unknown(Exception why);

  /** By the sender, before {@code send()}. */
  final void sending() {
    inlineFailure = null;
    inSend = true;
  }

  /** By the sender, after {@code send()}: the failure inside it that was told; null if none. */
  final Exception sent() {
    inSend = false;
    return inlineFailure;
  }

  @Override
  public final void onCompletion(RecordMetadata metadata, Exception failure) {
    if (failure == null) {
      acked(metadata);
    } else if (Thread.currentThread() == sender && inSend) {
      inlineFailure = failure;
    } else if (ProducerErrors.isRefusal(failure)) {
      notWritten(failure);
    } else {
      unknown(failure);
    }
  }
}
