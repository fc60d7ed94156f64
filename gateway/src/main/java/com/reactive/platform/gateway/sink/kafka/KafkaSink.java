package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.event.EventFrame;
import com.reactive.platform.gateway.event.RefusedEventException;
import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.sink.EventSink;
import com.reactive.platform.gateway.sink.RecordMapper;
import com.reactive.platform.gateway.telemetry.BatchMetrics;
import java.util.function.IntFunction;

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
public final class KafkaSink implements EventSink {
  private final IntFunction<String> topics;
  private final BatchMetrics metrics;
  private final RecordSender sender;
  private final IndividualRetrier retrier;

  /**
   * A sink that sends to the topic of each event's stream.
   *
   * @param handle must have a producer by the first batch
   * @param topics the topic of the stream of this index
   */
  public KafkaSink(
      ProducerHandle handle, IntFunction<String> topics, KafkaConfig config, BatchMetrics metrics) {
    this.topics = topics;
    this.metrics = metrics;
    this.sender = new RecordSender(handle, config);
    this.retrier = new IndividualRetrier(sender);
  }

  @Override
  public void send(Batch batch) {
    metrics.sending(batch);
    SendAttempt attempt = sender.awaitReachable(batch);
    for (int i = 0; i < batch.size(); i++) {
      if (sender.expired(batch)) {
        batch.notWritten(i, RecordSender.waitedTooLong());
      } else {
        sendOne(batch, i, attempt);
      }
    }
  }

  private void sendOne(Batch batch, int index, SendAttempt attempt) {
    EventFrame.Parts event = RecordMapper.read(batch, index);
    String topic = topics.apply(event.stream());
    byte[] ours = RecordMapper.startPublishing(batch, index, topic);
    sender.send(
        batch,
        KafkaRecords.of(topic, event, ours == null ? event.traceparent() : ours),
        new EventAck(batch, index, topic, attempt, () -> {}));
  }

  /** Tells the batch of one event. */
  private final class EventAck extends ProducerCallback {
    private final Batch batch;
    private final int index;
    private final String topic;
    private final Runnable known;

    /**
     * @param known run when the event has its outcome, or will get it otherwise
     */
    EventAck(Batch batch, int index, String topic, SendAttempt attempt, Runnable known) {
      super(topic, metrics, attempt);
      this.batch = batch;
      this.index = index;
      this.topic = topic;
      this.known = known;
    }

    @Override
    void acked(int partition, long offset) {
      batch.acked(index, partition, offset);
      known.run();
    }

    @Override
    void notWritten(Exception failure) {
      boolean ofTheEvent = ProducerErrors.isOfTheEvent(failure);
      batch.notWritten(index, ofTheEvent ? new RefusedEventException(failure) : failure);
      known.run();
    }

    @Override
    void unknown(Exception failure) {
      unsettled(batch, index, failure);
      known.run();
    }

    @Override
    void failedWithBatch(Exception failure) {
      EventFrame.Parts event = RecordMapper.read(batch, index);
      retrier.send(
          batch,
          KafkaRecords.of(topic, event, event.traceparent()),
          done -> new EventAck(batch, index, topic, sender.newAttempt(), done));
      known.run();
    }
  }
}
