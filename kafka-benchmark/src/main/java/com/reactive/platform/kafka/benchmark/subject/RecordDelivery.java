package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.sink.kafka.ProducerErrors;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The outcome of one record. A failure inside {@code send()} is returned to the sender, because the
 * record is certainly not written and may be sent again. Otherwise exactly one of the three methods
 * is called, once, on the client's thread: a failure there means "unknown", unless the broker
 * rejected the record itself.
 */
abstract class RecordDelivery implements Callback {
  private final Thread sender = Thread.currentThread();

  // Both are touched by the sender only.
  private boolean inSend;
  private Exception inlineFailure;

  /** Kafka has it; at acks=0 the socket has it. */
  abstract void acked(RecordMetadata at);

  /** Kafka certainly does not have it. */
  abstract void notWritten(Exception why);

  /** Kafka may have it. */
  abstract void unknown(Exception why);

  /** By the sender, before {@code send()}. */
  final void sending() {
    inlineFailure = null;
    inSend = true;
  }

  /** By the sender, after {@code send()}: the failure reported inside it; null if none. */
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
