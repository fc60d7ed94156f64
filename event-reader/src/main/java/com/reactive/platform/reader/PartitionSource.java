package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * Partitions, read from offsets that the caller knows: without a group, and no position is kept
 * anywhere else. The listener hears of records within {@link #poll}. One thread calls all methods
 * but {@link #wakeup}; those that ask Kafka something block for {@code default.api.timeout.ms} at
 * most, and throw a {@link org.apache.kafka.common.KafkaException}.
 */
interface PartitionSource extends AutoCloseable {
  /**
   * Opens the native reader; or Kafka's own consumer, if the settings ask for what only that does.
   * This is the one place that decides.
   *
   * @param properties of a Kafka consumer; deserializers may be left out
   * @param listener valid until this is closed
   * @throws org.apache.kafka.common.KafkaException if a setting is wrong
   */
  static PartitionSource open(Map<String, ?> properties, FetchListener listener) {
    Map<String, Object> own = new HashMap<>(properties);
    own.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    own.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    own.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    ConsumerConfig config = new ConsumerConfig(own);
    return whyKafkasConsumer(properties).isPresent()
        ? new ConsumerPartitions(own, listener)
        : new WirePartitions(own, config, listener);
  }

  /** What these settings ask for and only Kafka's own consumer does; empty if there is nothing. */
  static Optional<String> whyKafkasConsumer(Map<String, ?> properties) {
    Map<String, Object> asked = new HashMap<>(properties);
    // Metrics are pushed by neither.
    asked.remove(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG);
    List<String> reasons = WireConfig.unsupported(asked);
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", reasons));
  }

  /** What a consumer's settings say of answers. */
  static FetchOptions options(ConsumerConfig config) {
    String isolation = config.getString(ConsumerConfig.ISOLATION_LEVEL_CONFIG);
    FetchOptions usual = FetchOptions.COMMITTED;
    return new FetchOptions(
        isolation.equals(IsolationLevel.READ_COMMITTED.toString()),
        answerBytes(config, usual.maxBytes()),
        Math.max(1, config.getInt(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG)),
        config.getInt(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG),
        usual.maxRecordBytes());
  }

  /** Two answers of each broker are held, so Kafka's 50 MiB would be much. */
  private static int answerBytes(ConsumerConfig config, int usual) {
    boolean asked = config.originals().containsKey(ConsumerConfig.FETCH_MAX_BYTES_CONFIG);
    return asked ? Math.max(1, config.getInt(ConsumerConfig.FETCH_MAX_BYTES_CONFIG)) : usual;
  }

  /** The partitions of a topic; empty if there is no such topic. */
  List<TopicPartition> partitions(String topic) throws InterruptedException;

  /**
   * Offsets of the first records that are not older.
   *
   * @param timestamp in milliseconds; or {@link
   *     org.apache.kafka.common.requests.ListOffsetsRequest#LATEST_TIMESTAMP} or {@link
   *     org.apache.kafka.common.requests.ListOffsetsRequest#EARLIEST_TIMESTAMP}
   * @return -1 where no record is as young
   */
  Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, long timestamp)
      throws InterruptedException;

  /**
   * Reads a partition.
   *
   * @param to exclusive; {@link Long#MAX_VALUE} to follow the partition until it is stopped
   */
  void fetch(TopicPartition partition, long from, long to);

  /** Reads a partition no more: nothing more is heard of it. The listener may call it. */
  void stop(TopicPartition partition);

  /**
   * Hands over what has come.
   *
   * @param timeout to wait if nothing has
   */
  void poll(Duration timeout) throws InterruptedException;

  /** Ends the waiting of {@link #poll}. From any thread. */
  void wakeup();

  /** Ends the reading; the listener hears nothing more. */
  @Override
  void close();
}
