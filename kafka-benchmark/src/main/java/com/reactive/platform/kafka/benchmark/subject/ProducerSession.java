package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.Outcomes;
import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** Writes a send into one value, which is used again, and passes it to the client. */
final class ProducerSession implements TargetSession {
  private final TopicProducer producer;
  private final SessionContext context;
  private final int messagesPerSend;
  private final byte[] value;

  ProducerSession(TopicProducer producer, SessionContext context, int messagesPerSend) {
    this.producer = producer;
    this.context = context;
    this.messagesPerSend = messagesPerSend;
    this.value = new byte[(int) valueBytes(messagesPerSend, context.format().messageBytes())];
  }

  /** Size of the value of one send. */
  static long valueBytes(int messagesPerSend, int messageBytes) {
    return messagesPerSend == 1
        ? messageBytes
        : Packed.HEADER_BYTES + messagesPerSend * ((long) Packed.PREFIX_BYTES + messageBytes);
  }

  @Override
  public boolean trySend(long firstSequence, long intendedNanos) {
    write(firstSequence, intendedNanos);
    Sent sent = new Sent(context.outcomes(), firstSequence, intendedNanos);
    Exception failure = producer.send(value, sent);
    if (failure instanceof TimeoutException || failure instanceof InterruptException) {
      return false; // no memory or metadata for now
    }
    if (failure != null) {
      sent.settled(RecordDelivery.Outcome.NOT_WRITTEN, null, failure);
    }
    return true;
  }

  private void write(long firstSequence, long intendedNanos) {
    MessageFormat format = context.format();
    if (messagesPerSend == 1) {
      format.write(value, 0, context.index(), firstSequence, intendedNanos);
      return;
    }
    Packed.writeInt(value, 0, messagesPerSend);
    int at = Packed.HEADER_BYTES;
    for (int i = 0; i < messagesPerSend; i++) {
      Packed.writeInt(value, at, format.messageBytes());
      at += Packed.PREFIX_BYTES;
      format.write(value, at, context.index(), firstSequence + i, intendedNanos);
      at += format.messageBytes();
    }
  }

  /** One send on its way. */
  private static final class Sent extends RecordDelivery {
    private final Outcomes outcomes;
    private final long firstSequence;
    private final long intendedNanos;

    Sent(Outcomes outcomes, long firstSequence, long intendedNanos) {
      this.outcomes = outcomes;
      this.firstSequence = firstSequence;
      this.intendedNanos = intendedNanos;
    }

    @Override
    void settled(Outcome outcome, RecordMetadata at, Exception why) {
      outcome.report(outcomes, firstSequence, intendedNanos);
    }
  }
}
