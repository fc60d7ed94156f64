package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndTimestamp;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.requests.ListOffsetsRequest;

/** Partitions, read by Kafka's own consumer, for what the native reader cannot do. */
final class ConsumerPartitions implements PartitionSource {
  private static final Duration CLOSE = Duration.ofSeconds(1);

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final FetchListener listener;

  /** By partition, where to end; exclusive. */
  private final Map<TopicPartition, Long> ends = new LinkedHashMap<>();

  private final BytesView key = new BytesView();
  private final BytesView value = new BytesView();

  ConsumerPartitions(Map<String, ?> properties, FetchListener listener) {
    this.listener = listener;
    Map<String, Object> own = new HashMap<>(properties);
    own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    own.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "none");
    own.put(ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false);
    consumer = new KafkaConsumer<>(own);
  }

  @Override
  public List<TopicPartition> partitions(String topic) throws InterruptedException {
    return ask(
        () ->
            consumer.partitionsFor(topic).stream()
                .map(info -> new TopicPartition(topic, info.partition()))
                .toList());
  }

  @Override
  public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, long timestamp)
      throws InterruptedException {
    if (timestamp == ListOffsetsRequest.LATEST_TIMESTAMP) {
      return ask(() -> consumer.endOffsets(partitions));
    }
    if (timestamp == ListOffsetsRequest.EARLIEST_TIMESTAMP) {
      return ask(() -> consumer.beginningOffsets(partitions));
    }
    Map<TopicPartition, Long> times = new HashMap<>();
    partitions.forEach(partition -> times.put(partition, timestamp));
    Map<TopicPartition, Long> found = new HashMap<>();
    for (Map.Entry<TopicPartition, OffsetAndTimestamp> each :
        ask(() -> consumer.offsetsForTimes(times)).entrySet()) {
      found.put(each.getKey(), each.getValue() == null ? -1 : each.getValue().offset());
    }
    return found;
  }

  @Override
  public void fetch(TopicPartition partition, long from, long to) {
    if (ends.putIfAbsent(partition, to) != null) {
      throw new IllegalStateException(partition + " is being read");
    }
    consumer.assign(ends.keySet());
    consumer.seek(partition, from);
  }

  @Override
  public void stop(TopicPartition partition) {
    if (ends.remove(partition) != null) {
      consumer.assign(ends.keySet());
    }
  }

  @Override
  public void poll(Duration timeout) throws InterruptedException {
    for (TopicPartition partition : List.copyOf(ends.keySet())) {
      completeAt(partition, consumer.position(partition));
    }
    if (ends.isEmpty()) {
      return;
    }
    try {
      visit(ask(() -> consumer.poll(timeout)));
    } catch (WakeupException e) {
      // That is what was asked for.
    } catch (OffsetOutOfRangeException e) {
      e.offsetOutOfRangePartitions().forEach(this::moveIntoLog);
    }
  }

  private void visit(ConsumerRecords<byte[], byte[]> records) {
    for (TopicPartition partition : records.partitions()) {
      List<ConsumerRecord<byte[], byte[]>> all = records.records(partition);
      for (ConsumerRecord<byte[], byte[]> record : all) {
        if (record.offset() < ends.getOrDefault(partition, -1L)) {
          visit(partition, record);
        }
      }
      if (ends.containsKey(partition)) {
        long next = Math.min(consumer.position(partition), ends.get(partition));
        listener.advanced(partition, next, next + consumer.currentLag(partition).orElse(0));
        completeAt(partition, next);
      }
    }
  }

  private void visit(TopicPartition partition, ConsumerRecord<byte[], byte[]> record) {
    key.wrap(record.key());
    value.wrap(record.value());
    try {
      listener.onRecord(
          partition,
          record.offset(),
          record.timestamp(),
          key,
          value,
          HeadersView.of(record.headers()));
    } catch (RuntimeException e) {
      stop(partition);
      listener.failed(partition, e);
    }
  }

  private void completeAt(TopicPartition partition, long position) {
    if (ends.containsKey(partition) && position >= ends.get(partition)) {
      stop(partition);
      listener.completed(partition);
    }
  }

  private void moveIntoLog(TopicPartition partition, long from) {
    long start = consumer.beginningOffsets(List.of(partition)).get(partition);
    long to =
        Math.min(Math.max(from, start), consumer.endOffsets(List.of(partition)).get(partition));
    consumer.seek(partition, to);
    if (from < start) {
      listener.skipped(partition, from, to);
    } else {
      listener.truncated(partition, from, to);
    }
  }

  private static <T> T ask(Supplier<T> question) throws InterruptedException {
    try {
      return question.get();
    } catch (InterruptException e) {
      Thread.interrupted(); // the client has set it again
      throw (InterruptedException) new InterruptedException("while reading").initCause(e);
    }
  }

  @Override
  public void wakeup() {
    consumer.wakeup();
  }

  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(CLOSE));
  }
}
