package com.reactive.platform.kafka.benchmark.rig;

import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Where messages land, as it can be read back. Offsets are by partition, of several topics the
 * partitions of the first one first. For one thread.
 */
interface MessageLog {
  /** Offsets of the next records to come. */
  Map<Integer, Long> ends() throws LogUnreadableException, InterruptedException;

  /** Hands over every record in {@code [from, to)}, in the order of each partition. */
  void read(
      Map<Integer, Long> from, Map<Integer, Long> to, Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws LogUnreadableException, InterruptedException;

  /** How many partitions a topic has; 0 if that is not known. */
  int partitions(String topic);

  /**
   * How often what lands is kept, as {@code replicas} and {@code min.insync.replicas}; empty if
   * that is not known.
   */
  default Map<String, String> replication() throws LogUnreadableException, InterruptedException {
    return Map.of();
  }

  /** Frees the room that records before these offsets take; best effort. */
  void forget(Map<Integer, Long> before) throws InterruptedException;

  /** Records from one place in the log to another. */
  static long distance(Map<Integer, Long> from, Map<Integer, Long> to) {
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
