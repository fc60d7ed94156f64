package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.sink.OrderedSender;
import java.time.Duration;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;

/** Sends by a producer that never gives a record up: its sequence numbers keep the order. */
public final class KafkaOrderedSender implements OrderedSender {
  private final Producer<byte[], byte[]> producer;

  /**
   * @param producer is closed with this
   */
  public KafkaOrderedSender(Producer<byte[], byte[]> producer) {
    this.producer = producer;
  }

  @Override
  public boolean send(String topic, EventFrame.Parts event, Outcome outcome) {
    SendCallback callback = new SendCallback(outcome);
    try {
      producer.send(
          KafkaRecords.placed(KafkaRecords.of(topic, event, event.traceparent()), producer),
          callback);
    } catch (TimeoutException e) {
      callback.inlineFailure = e;
    }
    callback.inSend = false;
    if (callback.inlineFailure instanceof TimeoutException) {
      return false;
    }
    if (callback.inlineFailure != null) {
      outcome.completed(classified(callback.inlineFailure));
    }
    return true;
  }

  private static Exception classified(Exception failure) {
    return failure != null && ProducerErrors.isOfTheEvent(failure)
        ? new RefusedEventException(failure)
        : failure;
  }

  @Override
  public void flush() {
    producer.flush();
  }

  @Override
  public void close(Duration timeout) {
    producer.close(timeout);
  }

  /**
   * Keeps apart what the client reports inside {@code send()}: then it has not taken the record.
   */
  private static final class SendCallback implements Callback {
    private final Outcome outcome;
    private final Thread sender = Thread.currentThread();
    private boolean inSend = true;
    private Exception inlineFailure;

    SendCallback(Outcome outcome) {
      this.outcome = outcome;
    }

    @Override
    public void onCompletion(RecordMetadata metadata, Exception failure) {
      if (failure != null && Thread.currentThread() == sender && inSend) {
        inlineFailure = failure;
      } else {
        outcome.completed(classified(failure));
      }
    }
  }
}
