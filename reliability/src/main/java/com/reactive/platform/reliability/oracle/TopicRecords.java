package com.reactive.platform.reliability.oracle;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** A topic of a real Kafka, read by a plain consumer without a group. */
final class TopicRecords implements RecordSource {
  private static final Duration ASK = Duration.ofSeconds(30);
  private static final Duration POLL = Duration.ofMillis(500);
  private static final long STUCK_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long QUIET_WITHIN_NANOS = Duration.ofSeconds(60).toNanos();
  private static final int POLL_RECORDS = 10_000;

  private final String topic;
  private final Map<String, String> client;

  /**
   * @param client settings of the consumer; others than these are set where the log needs it
   */
  TopicRecords(String topic, Map<String, String> client) {
    this.topic = topic;
    this.client = Map.copyOf(client);
  }

  @Override
  public Map<Integer, Long> read(Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException {
    KafkaConsumer<byte[], byte[]> consumer = null;
    try {
      consumer = newConsumer();
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic, ASK).stream()
              .map(info -> new TopicPartition(topic, info.partition()))
              .toList();
      if (partitions.isEmpty()) {
        throw new IOException("there is no topic " + topic);
      }
      Map<TopicPartition, Long> ends = quietEnds(consumer, partitions);
      Map<TopicPartition, Long> begins = consumer.beginningOffsets(partitions, ASK);
      consumer.assign(partitions);
      begins.forEach(consumer::seek);
      readTo(consumer, ends, each);
      Map<Integer, Long> first = new HashMap<>();
      begins.forEach((partition, offset) -> first.put(partition.partition(), offset));
      return first;
    } catch (InterruptException e) {
      Thread.interrupted(); // the client has set it again
      throw (InterruptedException) new InterruptedException("while reading").initCause(e);
    } catch (KafkaException e) {
      throw new IOException("topic " + topic + " could not be read: " + e.getMessage(), e);
    } finally {
      if (consumer != null) {
        consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
      }
    }
  }

  /** What a gateway that was killed has sent may still be on its way into the log. */
  private static Map<TopicPartition, Long> quietEnds(
      KafkaConsumer<byte[], byte[]> consumer, List<TopicPartition> partitions)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long changed = start;
    Map<TopicPartition, Long> ends = consumer.endOffsets(partitions, ASK);
    while (System.nanoTime() - changed < QUIET_NANOS) {
      if (System.nanoTime() - start > QUIET_WITHIN_NANOS) {
        throw new IOException("the topic still grows, a minute after the load");
      }
      Thread.sleep(100);
      Map<TopicPartition, Long> now = consumer.endOffsets(partitions, ASK);
      if (!now.equals(ends)) {
        ends = now;
        changed = System.nanoTime();
      }
    }
    return ends;
  }

  private static void readTo(
      KafkaConsumer<byte[], byte[]> consumer,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException {
    Map<TopicPartition, Long> left = new HashMap<>(ends);
    long progress = System.nanoTime();
    dropComplete(consumer, left);
    while (!left.isEmpty()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (ConsumerRecord<byte[], byte[]> record : records) {
        if (record.offset() < ends.get(new TopicPartition(record.topic(), record.partition()))) {
          each.accept(record);
        }
      }
      long now = System.nanoTime();
      if (!records.isEmpty()) {
        progress = now;
      } else if (now - progress > STUCK_NANOS) {
        throw new IOException("the topic could not be read to its end: no record came any more");
      }
      dropComplete(consumer, left);
    }
  }

  private static void dropComplete(
      KafkaConsumer<byte[], byte[]> consumer, Map<TopicPartition, Long> left) {
    if (left.entrySet().removeIf(end -> consumer.position(end.getKey(), ASK) >= end.getValue())) {
      consumer.pause(consumer.assignment().stream().filter(p -> !left.containsKey(p)).toList());
    }
  }

  private KafkaConsumer<byte[], byte[]> newConsumer() {
    Map<String, Object> config = new HashMap<>(client);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    config.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "reactive-oracle");
    return new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }
}
