package com.reactive.platform.kafka.wire;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Kafka's own producers with transactions of which some are aborted, one among the other's. */
final class Transactions {
  static final long TIMES = 1_700_000_000_000L;
  private static final int EACH = 20;
  private static final int ROUNDS = 12;

  /** Milliseconds of the first round: one for each record. Partition 0 has half of them. */
  static final int FIRST_ROUND = 2 * EACH;

  /** The first offset behind it in partition 0: a marker, which is of today. */
  static final int BEHIND_FIRST_ROUND = EACH;

  private Transactions() {}

  /** Returns how many records are committed. */
  static int write(String bootstrapServers, String topic) {
    Random random = new Random(11);
    int committed = 0;
    int sent = 0;
    try (KafkaProducer<byte[], byte[]> one = producer(bootstrapServers, topic + "-1");
        KafkaProducer<byte[], byte[]> other = producer(bootstrapServers, topic + "-2")) {
      for (int round = 0; round < ROUNDS; round++) {
        boolean commits = round == 0 || random.nextBoolean();
        boolean otherCommits = random.nextBoolean();
        one.beginTransaction();
        other.beginTransaction();
        for (int i = 0; i < EACH; i++) {
          send(one, topic, sent++, commits);
          send(other, topic, sent++, otherCommits);
        }
        end(other, otherCommits);
        end(one, commits);
        committed += (commits ? EACH : 0) + (otherCommits ? EACH : 0);
      }
    }
    return committed;
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer, String topic, int index, boolean commits) {
    String text = (commits ? "committed" : "aborted") + index + "x".repeat(80);
    // Two for each partition in turn.
    int partition = index / 2 % 2;
    producer.send(
        new ProducerRecord<>(
            topic, partition, TIMES + index, null, text.getBytes(StandardCharsets.UTF_8)));
  }

  private static void end(KafkaProducer<byte[], byte[]> producer, boolean commits) {
    producer.flush();
    if (commits) {
      producer.commitTransaction();
    } else {
      producer.abortTransaction();
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(String bootstrapServers, String id) {
    KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            Map.of(
                "bootstrap.servers",
                bootstrapServers,
                "transactional.id",
                id,
                "compression.type",
                "lz4",
                "batch.size",
                500),
            new ByteArraySerializer(),
            new ByteArraySerializer());
    producer.initTransactions();
    return producer;
  }
}
