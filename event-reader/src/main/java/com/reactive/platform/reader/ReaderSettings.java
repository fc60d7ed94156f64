package com.reactive.platform.reader;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;

/**
 * What a reader reads, and how.
 *
 * @param properties of a Kafka consumer
 * @param topics to subscribe to, in a group; empty for none
 * @param partitions to read without a group, from these offsets; empty for none
 * @param repeatEvents of each partition that are remembered; 0 if repeats are not dropped
 * @param store null if offsets are Kafka's alone
 * @param commitNanos how often to commit; 0 for never
 */
record ReaderSettings(
    Map<String, Object> properties,
    List<String> topics,
    Map<TopicPartition, Long> partitions,
    int repeatEvents,
    OffsetStore store,
    UndecodableHandler undecodable,
    long commitNanos) {
  ReaderSettings {
    if (topics.isEmpty() == partitions.isEmpty()) {
      throw new ConfigException("either topics or partitions are read");
    }
    if (repeatEvents < 0) {
      throw new ConfigException("a window of " + repeatEvents + " events");
    }
  }

  /** As the consumer's keys {@code enable.auto.commit} and {@code auto.commit.interval.ms} say. */
  static long commitNanos(ConsumerConfig config) {
    return config.getBoolean(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG)
        ? Duration.ofMillis(config.getInt(ConsumerConfig.AUTO_COMMIT_INTERVAL_MS_CONFIG)).toNanos()
        : 0;
  }
}
