package com.reactive.platform.kafka.benchmark.subject;

import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Sends a batch to Kafka: packed, as one record, or as one record per message. A batch that is too
 * large for one record becomes several, so that N may be anything. Blocks while the client has no
 * memory, for up to half a minute. One thread at a time.
 */
final class BatchRecordSender {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final TopicProducer producer;
  private final boolean packed;
  private final int maxValueBytes;

  /** The value of the record before, to be used again: the client has copied it. */
  private byte[] value = {};

  BatchRecordSender(TopicProducer producer, boolean packed) {
    this.producer = producer;
    this.packed = packed;
    this.maxValueBytes = producer.maxValueBytes();
  }

  /**
   * The messages of a batch, and receiver of their outcomes: one for each range, from any thread.
   */
  interface Messages {
    int size();

    int length(int i);

    void copy(int i, byte[] into, int offset);

    /** Reports the outcome of a range, as {@link RecordDelivery#settled}. */
    void settled(
        int from, int to, RecordDelivery.Outcome outcome, RecordMetadata at, Exception why);
  }

  void send(Messages messages) {
    int size = messages.size(); // they may be gone as soon as the last one is sent
    for (int from = 0; from < size; ) {
      int to = packed ? pack(messages, from, size) : copy(messages, from);
      hand(new Range(messages, from, to));
      from = to;
    }
  }

  /** Packs as many messages as fit, at least one; returns the first that is not among them. */
  private int pack(Messages messages, int from, int size) {
    int to = from;
    int bytes = Packed.HEADER_BYTES;
    do {
      bytes += Packed.PREFIX_BYTES + messages.length(to++);
    } while (to < size && bytes + Packed.PREFIX_BYTES + messages.length(to) <= maxValueBytes);
    byte[] into = value(bytes);
    Packed.writeInt(into, 0, to - from);
    int at = Packed.HEADER_BYTES;
    for (int i = from; i < to; i++) {
      int length = messages.length(i);
      Packed.writeInt(into, at, length);
      messages.copy(i, into, at + Packed.PREFIX_BYTES);
      at += Packed.PREFIX_BYTES + length;
    }
    return to;
  }

  private int copy(Messages messages, int index) {
    messages.copy(index, value(messages.length(index)), 0);
    return index + 1;
  }

  private byte[] value(int bytes) {
    if (value.length != bytes) {
      value = new byte[bytes];
    }
    return value;
  }

  private void hand(Range range) {
    long start = System.nanoTime();
    Exception failure;
    boolean again;
    do {
      failure = producer.send(value, range);
      again =
          failure instanceof TimeoutException
              && System.nanoTime() - start < PATIENCE_NANOS
              && !Thread.currentThread().isInterrupted();
    } while (again);
    if (failure != null) {
      range.settled(RecordDelivery.Outcome.NOT_WRITTEN, null, failure);
    }
  }

  /** The messages that are in one record. */
  private static final class Range extends RecordDelivery {
    private final Messages messages;
    private final int from;
    private final int to;

    Range(Messages messages, int from, int to) {
      this.messages = messages;
      this.from = from;
      this.to = to;
    }

    @Override
    void settled(Outcome outcome, RecordMetadata at, Exception why) {
      messages.settled(from, to, outcome, at, why);
    }
  }
}
