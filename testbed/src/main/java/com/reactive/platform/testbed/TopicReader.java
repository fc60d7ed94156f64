package com.reactive.platform.testbed;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Reads topics of a real Kafka, by a plain consumer without a group. For one thread; blocks. */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);
  private static final int POLL_RECORDS = 20_000;

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final long timeoutNanos;

  /**
   * Makes the consumer.
   *
   * @param client settings of the consumer; others than these are set where reading needs it
   * @param timeout for the next record, while some are missing
   * @throws IOException if the settings are wrong
   */
  public TopicReader(Map<String, ?> client, Duration timeout) throws IOException {
    timeoutNanos = timeout.toNanos();
    Map<String, Object> config = new HashMap<>(client);
    config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    config.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    config.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    config.put(ConsumerConfig.ENABLE_METRICS_PUSH_CONFIG, false);
    config.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, POLL_RECORDS);
    try {
      consumer =
          new KafkaConsumer<>(config, new ByteArrayDeserializer(), new ByteArrayDeserializer());
    } catch (KafkaException e) {
      throw new IOException("could not be read: " + e.getMessage(), e);
    }
  }

  /** The partitions of a topic; empty if there is no such topic. */
  public List<TopicPartition> partitions(String topic) throws IOException, InterruptedException {
    return ask(
        () ->
            consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList());
  }

  /** Offsets of the first records that are still there. */
  public Map<TopicPartition, Long> begins(Collection<TopicPartition> partitions)
      throws IOException, InterruptedException {
    return ask(() -> consumer.beginningOffsets(partitions));
  }

  /** Offsets of the next records to come. */
  public Map<TopicPartition, Long> ends(Collection<TopicPartition> partitions)
      throws IOException, InterruptedException {
    return ask(() -> consumer.endOffsets(partitions));
  }

  /**
   * Hands over every record between these offsets, in the order of each partition.
   *
   * @param begins the offset to begin at, for each partition of {@code ends}
   * @param ends the offset to end before
   * @throws IOException with one sentence if they cannot be read to the end
   */
  public void read(
      Map<TopicPartition, Long> begins,
      Map<TopicPartition, Long> ends,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException, InterruptedException {
    boolean complete =
        ask(
            () -> {
              consumer.assign(ends.keySet());
              ends.keySet().forEach(partition -> consumer.seek(partition, begins.get(partition)));
              return readAll(ends, each);
            });
    if (!complete) {
      throw new IOException("could not be read to the end: no record came any more");
    }
  }

  /** Returns false if no more records come although some are missing. */
  private boolean readAll(
      Map<TopicPartition, Long> ends, Consumer<ConsumerRecord<byte[], byte[]>> each) {
    Map<TopicPartition, Long> left = new HashMap<>(ends);
    long progressNanos = System.nanoTime();
    dropComplete(left);
    while (!left.isEmpty()) {
      ConsumerRecords<byte[], byte[]> records = consumer.poll(POLL);
      for (TopicPartition partition : records.partitions()) {
        long end = ends.get(partition);
        for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
          if (record.offset() < end) {
            each.accept(record);
          }
        }
      }
      long now = System.nanoTime();
      if (!records.isEmpty()) {
        progressNanos = now;
      } else if (now - progressNanos > timeoutNanos) {
        return false;
      }
      dropComplete(left);
    }
    return true;
  }

  private void dropComplete(Map<TopicPartition, Long> left) {
    if (left.entrySet().removeIf(end -> consumer.position(end.getKey()) >= end.getValue())) {
      consumer.pause(consumer.assignment().stream().filter(p -> !left.containsKey(p)).toList());
    }
  }

  private static <T> T ask(Supplier<T> question) throws IOException, InterruptedException {
    try {
      return question.get();
    } catch (InterruptException e) {
      Thread.interrupted(); // the client has set it again
      throw (InterruptedException) new InterruptedException("while reading").initCause(e);
    } catch (KafkaException e) {
      throw new IOException("could not be read to the end: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(1)));
  }
}
