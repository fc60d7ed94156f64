package com.reactive.platform.reader;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions, read from offsets that the caller knows: without a group, and no position is kept
 * anywhere else. The listener hears of records within {@link #poll}. One thread calls all methods
 * but {@link #wakeup}; those that ask Kafka something block for {@code default.api.timeout.ms} at
 * most, and throw a {@link org.apache.kafka.common.KafkaException}.
 */
interface PartitionSource extends AutoCloseable {
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
