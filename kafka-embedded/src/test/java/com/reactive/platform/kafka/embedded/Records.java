package com.reactive.platform.kafka.embedded;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;

/** Numbered records, for tests that must find again what they sent. */
public final class Records {

  private Records() {}

  /**
   * Sends {@code from} to {@code to - 1} as key and value, and returns when all of them are acked
   * by all replicas.
   */
  public static void produce(String bootstrapServers, String topic, int from, int to) {
    Map<String, Object> config =
        Map.of(
            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
            bootstrapServers,
            ProducerConfig.ACKS_CONFIG,
            "all",
            ProducerConfig.LINGER_MS_CONFIG,
            0,
            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
            60_000);
    try (KafkaProducer<String, String> producer =
        new KafkaProducer<>(config, new StringSerializer(), new StringSerializer())) {
      List<Future<?>> acks = new ArrayList<>();
      for (int i = from; i < to; i++) {
        String value = Integer.toString(i);
        Future<?> ack = producer.send(new ProducerRecord<>(topic, value, value));
        if (ack.isDone()) {
          // Without brokers, each send blocks for long and then fails: the first failure is enough.
          ack.get();
        }
        acks.add(ack);
      }
      for (Future<?> ack : acks) {
        ack.get();
      }
    } catch (ExecutionException | InterruptedException e) {
      throw new AssertionError("not acked", e);
    }
  }

  /** The values that {@link #produce} sends from 0 on. */
  public static List<String> expected(int count) {
    return IntStream.range(0, count).mapToObj(Integer::toString).toList();
  }

  /** The records' values as text. */
  public static List<String> values(List<ConsumerRecord<byte[], byte[]>> records) {
    return records.stream()
        .map(record -> new String(record.value(), StandardCharsets.UTF_8))
        .toList();
  }
}
