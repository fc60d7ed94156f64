package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.WireConfig;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.FetchOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Decides what partitions are read with. */
final class PartitionSources {
  private PartitionSources() {}

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
        : new WirePartitions(own, options(config), timeout(config), listener);
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
  private static FetchOptions options(ConsumerConfig config) {
    String isolation = config.getString(ConsumerConfig.ISOLATION_LEVEL_CONFIG);
    FetchOptions usual = FetchOptions.COMMITTED;
    return new FetchOptions(
        isolation.equals(IsolationLevel.READ_COMMITTED.toString()),
        answerBytes(config, usual.maxBytes()),
        Math.max(1, config.getInt(ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG)),
        config.getInt(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG),
        usual.maxRecordBytes(),
        usual.pauseAtEndMillis());
  }

  /** Two answers of each broker are held, so Kafka's 50 MiB would be much. */
  private static int answerBytes(ConsumerConfig config, int usual) {
    boolean asked = config.originals().containsKey(ConsumerConfig.FETCH_MAX_BYTES_CONFIG);
    return asked ? Math.max(1, config.getInt(ConsumerConfig.FETCH_MAX_BYTES_CONFIG)) : usual;
  }

  private static Duration timeout(ConsumerConfig config) {
    return Duration.ofMillis(config.getInt(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG));
  }
}
