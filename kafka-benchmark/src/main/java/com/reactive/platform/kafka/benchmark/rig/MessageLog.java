package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/**
 * The log of a destination, to be read back. What cannot be read is an {@link IOException} with one
 * sentence. For one thread.
 */
interface MessageLog {
  /** Offsets of the next records to come. */
  Map<TopicPartition, Long> ends() throws IOException, InterruptedException;

  /** Hands over every record in {@code [from, to)}, in the order of each partition. */
  void read(
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> to,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException;

  /**
   * The replication of records, as {@code replicas} and {@code min.insync.replicas}; empty if that
   * is not known.
   */
  default Map<String, String> replication() throws IOException, InterruptedException {
    return Map.of();
  }

  /** Frees the room that records before these offsets take; best effort. */
  void forget(Map<TopicPartition, Long> before) throws InterruptedException;

  /** Records from one place in the log to another. */
  static long distance(Map<TopicPartition, Long> from, Map<TopicPartition, Long> to) {
    return to.entrySet().stream()
        .mapToLong(end -> end.getValue() - from.getOrDefault(end.getKey(), 0L))
        .sum();
  }

  /** Opens the log of a destination. */
  @FunctionalInterface
  interface Opener {
    MessageLog open(Destination destination);
  }
}
