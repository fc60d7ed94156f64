package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.ResourceUse;
import com.reactive.platform.kafka.benchmark.rig.Target;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** A target that writes with a producer in this process. */
abstract class KafkaTarget implements Target {
  private final Options options;
  private final int messagesPerSend;
  private final TopicProducer producer;
  private final Destination destination;

  /**
   * @param packed true if its records are {@link Packed}, false if each is one message
   * @param recordsPerSend that a send becomes; 0 if that is not known
   */
  KafkaTarget(
      Options options,
      int messagesPerSend,
      TopicProducer producer,
      boolean packed,
      int recordsPerSend) {
    this.options = options;
    this.messagesPerSend = messagesPerSend;
    this.producer = producer;
    this.destination =
        producer.destination(
            packed ? new Packed.Reader() : KafkaTarget::readPlain,
            new DeliveryGuarantees(
                DeliveryGuarantees.Order.SENT, recordsPerSend, false, false, false));
  }

  /** Reads a record whose value is one message. */
  static void readPlain(
      ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found) {
    byte[] value = record.value();
    if (value == null) {
      found.damaged();
    } else {
      expected.read(value, 0, value.length, found);
    }
  }

  final TopicProducer producer() {
    return producer;
  }

  @Override
  public final String name() {
    return options.targetName();
  }

  @Override
  public final int messagesPerSend() {
    return messagesPerSend;
  }

  @Override
  public final Optional<Destination> destination() {
    return Optional.of(destination);
  }

  /** Those of the producer, and the options that were read. */
  @Override
  public Map<String, String> settings() {
    Map<String, String> settings = producer.settings();
    settings.putAll(options.inForce());
    return settings;
  }

  @Override
  public final ResourceUse resourceUse() {
    return ResourceUse.here(producer.traffic());
  }
}
