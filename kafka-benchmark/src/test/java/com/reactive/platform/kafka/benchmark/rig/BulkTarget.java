package com.reactive.platform.kafka.benchmark.rig;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A plain producer, a thousand messages in a record; a test may leave some of them out. */
class BulkTarget implements Target {
  static final int BYTES = 40;
  static final String TOPIC = "rig-it";

  private final int messagesPerSend;
  private final KafkaProducer<byte[], byte[]> producer;

  BulkTarget(BenchKafka kafka, int messagesPerSend) {
    this(kafka, messagesPerSend, 20_000);
  }

  /**
   * @param patienceMillis until a send whose outcome Kafka does not tell is unknown
   */
  BulkTarget(BenchKafka kafka, int messagesPerSend, int patienceMillis) {
    this.messagesPerSend = messagesPerSend;
    Map<String, Object> config = new HashMap<>();
    config.put(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, kafka.bootstrapServers());
    config.put(ProducerConfig.ACKS_CONFIG, "all");
    config.put(ProducerConfig.LINGER_MS_CONFIG, 2);
    config.put(ProducerConfig.BATCH_SIZE_CONFIG, 512 << 10);
    config.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patienceMillis / 2);
    config.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, patienceMillis / 2);
    config.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, patienceMillis);
    producer = new KafkaProducer<>(config, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /** What goes into the record of a send. */
  byte[] value(SessionContext lane, long firstSequence, long intendedNanos) {
    byte[] value = new byte[messagesPerSend * BYTES];
    for (int i = 0; i < messagesPerSend; i++) {
      lane.format().write(value, i * BYTES, lane.index(), firstSequence + i, intendedNanos);
    }
    return value;
  }

  @Override
  public TargetSession openSession(SessionContext lane) {
    return (firstSequence, intendedNanos) -> {
      producer.send(
          new ProducerRecord<>(TOPIC, value(lane, firstSequence, intendedNanos)),
          (metadata, error) -> {
            if (error == null) {
              lane.outcomes().acked(firstSequence, intendedNanos);
            } else {
              lane.outcomes().unknown(firstSequence, intendedNanos);
            }
          });
      return true;
    };
  }

  @Override
  public String name() {
    return "bulk";
  }

  @Override
  public int messagesPerSend() {
    return messagesPerSend;
  }

  @Override
  public void drain(Duration timeout) {
    producer.flush();
  }

  @Override
  public Optional<Destination> destination() {
    return Optional.of(new Destination(TOPIC, "all", MemoryLog.reader(BYTES)));
  }

  @Override
  public Map<String, String> settings() {
    return Map.of();
  }

  @Override
  public void close() {
    producer.close(Duration.ZERO);
  }
}
