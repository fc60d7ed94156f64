package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.sink.kafka.ProducerErrors;
import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The outcome of one record. A failure inside {@code send()} is returned to the sender, because the
 * record is certainly not written and may be sent again. Otherwise {@link #settled} is called,
 * once, on the client's thread: a failure there means "unknown", unless the broker rejected the
 * record itself.
 */
abstract class RecordDelivery implements Callback {
  private final Thread sender = Thread.currentThread();

  // Both are touched by the sender only.
  private boolean inSend;
  private Exception inlineFailure;

  /** Outcome of a record and its messages. */
  enum Outcome {
    /** Kafka has it; at acks=0 the socket has it. */
    ACKED,
    /** Kafka certainly does not have it. */
    NOT_WRITTEN,
    /** Kafka may have it. */
    UNKNOWN;

    /** Reports it as the outcome of a send. */
    void report(Outcomes outcomes, long firstSequence, long intendedNanos) {
      switch (this) {
        case ACKED -> outcomes.acked(firstSequence, intendedNanos);
        case NOT_WRITTEN -> outcomes.notWritten(firstSequence, intendedNanos);
        case UNKNOWN -> outcomes.unknown(firstSequence, intendedNanos);
      }
    }
  }

  /**
   * The outcome of the record.
   *
   * @param at partition and offset if it is acknowledged, else null
   * @param why the failure, else null
   */
  abstract void settled(Outcome outcome, RecordMetadata at, Exception why);

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
      settled(Outcome.ACKED, metadata, null);
    } else if (Thread.currentThread() == sender && inSend) {
      inlineFailure = failure;
    } else if (ProducerErrors.isRefusal(failure)) {
      settled(Outcome.NOT_WRITTEN, null, failure);
    } else {
      settled(Outcome.UNKNOWN, null, failure);
    }
  }
}
