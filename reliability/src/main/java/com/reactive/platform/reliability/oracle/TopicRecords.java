package com.reactive.platform.reliability.oracle;

import com.reactive.platform.reader.TopicReader;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;

/** A topic of a real Kafka. */
public final class TopicRecords implements RecordSource {
  private static final int ASK_MILLIS = 30_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final long QUIET_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long QUIET_WITHIN_NANOS = Duration.ofSeconds(60).toNanos();

  private final String topic;
  private final Map<String, Object> client;

  /**
   * @param client settings of the consumer; others than these are set where the log needs it
   */
  public TopicRecords(String topic, Map<String, String> client) {
    this.topic = topic;
    this.client = new HashMap<>(client);
    this.client.put(ConsumerConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, ASK_MILLIS);
    this.client.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, "reactive-oracle");
  }

  @Override
  public Map<Integer, Long> read(Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException {
    try (TopicReader reader = new TopicReader(client, TIMEOUT)) {
      List<TopicPartition> partitions = reader.partitions(topic);
      if (partitions.isEmpty()) {
        throw new IOException("there is no such topic");
      }
      Map<TopicPartition, Long> ends = quietEnds(reader, partitions);
      Map<TopicPartition, Long> begins = reader.begins(partitions);
      reader.read(begins, ends, each);
      Map<Integer, Long> first = new HashMap<>();
      begins.forEach((partition, offset) -> first.put(partition.partition(), offset));
      return first;
    } catch (IOException e) {
      throw new IOException("topic " + topic + ": " + e.getMessage(), e);
    }
  }

  /** Records that a killed gateway has sent may still be on their way into the log. */
  private static Map<TopicPartition, Long> quietEnds(
      TopicReader reader, List<TopicPartition> partitions)
      throws IOException, InterruptedException {
    long start = System.nanoTime();
    long changed = start;
    Map<TopicPartition, Long> ends = reader.ends(partitions);
    while (System.nanoTime() - changed < QUIET_NANOS) {
      if (System.nanoTime() - start > QUIET_WITHIN_NANOS) {
        throw new IOException("still grows, a minute after the load");
      }
      Thread.sleep(100);
      Map<TopicPartition, Long> now = reader.ends(partitions);
      if (!now.equals(ends)) {
        ends = now;
        changed = System.nanoTime();
      }
    }
    return ends;
  }
}
