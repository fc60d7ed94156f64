package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.SessionContext;
import com.reactive.platform.kafka.benchmark.rig.TargetSession;
import java.time.Duration;

/**
 * The Kafka client alone, well tuned: the baseline of everything else. A send is one record, with
 * one message or, packed, many.
 */
final class ProducerTarget extends KafkaTarget {
  /** Default of linger.ms. */
  private static final int LINGER_MILLIS = 5;

  private ProducerTarget(Options options, int messagesPerSend, TopicProducer producer) {
    super(options, messagesPerSend, producer, messagesPerSend > 1, 1);
  }

  /** Reads the options of a producer that sends so many messages at once by default. */
  static TargetFactory prepare(Options options, int messagesPerSendByDefault) {
    int messagesPerSend =
        options.integer("messages-per-send", messagesPerSendByDefault, 1, 1_000_000);
    int partitions = TopicOptions.partitions(options);
    ProducerSettings settings = ProducerSettings.from(options, LINGER_MILLIS);
    options.refuseOthers(ProducerSettings.WORDS);
    return kafka ->
        new ProducerTarget(
            options,
            messagesPerSend,
            new TopicProducer(kafka, options.kind(), partitions, settings));
  }

  @Override
  public TargetSession openSession(SessionContext context) {
    long bytes = ProducerSession.valueBytes(messagesPerSend(), context.format().messageBytes());
    if (bytes > producer().maxValueBytes()) {
      throw new IllegalArgumentException(
          "target %s: a send of %d bytes does not fit into a record of at most %d bytes;"
                  .formatted(name(), bytes, producer().maxValueBytes())
              + " raise max.request.size and buffer.memory, or lower messages-per-send");
    }
    return new ProducerSession(producer(), context, messagesPerSend());
  }

  @Override
  public void drain(Duration timeout) throws InterruptedException {
    producer().flush(timeout);
  }

  @Override
  public void close() {
    producer().close();
  }
}
