package com.reactive.platform.reader;

import com.reactive.platform.kafka.wire.fetch.BytesView;
import com.reactive.platform.kafka.wire.fetch.FetchListener;
import com.reactive.platform.kafka.wire.fetch.HeadersView;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;

/**
 * Partitions in memory. As with the native reader an answer has the records of all partitions, and
 * what is asked for next is behind them before they are handed over.
 */
final class ListedRecords implements PartitionSource {
  /** A partition that is read; another object after each {@link #fetch}. */
  private static final class Reading {
    private long next;

    Reading(long next) {
      this.next = next;
    }
  }

  private final FetchListener listener;
  private final Map<TopicPartition, List<String>> values;
  private final Map<TopicPartition, Reading> readings = new LinkedHashMap<>();
  private boolean closed;

  /**
   * @param values of each partition's records from offset 0 on; a key is its value, too
   */
  ListedRecords(FetchListener listener, Map<TopicPartition, List<String>> values) {
    this.listener = listener;
    this.values = values;
  }

  Set<TopicPartition> read() {
    return Set.copyOf(readings.keySet());
  }

  boolean isClosed() {
    return closed;
  }

  @Override
  public List<TopicPartition> partitions(String topic) {
    return List.copyOf(values.keySet());
  }

  @Override
  public Map<TopicPartition, Long> offsets(Collection<TopicPartition> partitions, long timestamp) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void fetch(TopicPartition partition, long from, long to) {
    if (readings.putIfAbsent(partition, new Reading(from)) != null) {
      throw new IllegalStateException(partition + " is being read");
    }
  }

  @Override
  public void stop(TopicPartition partition) {
    readings.remove(partition);
  }

  @Override
  public void poll(Duration timeout) {
    Map<TopicPartition, Reading> answer = new LinkedHashMap<>(readings);
    Map<TopicPartition, Long> from = new HashMap<>();
    answer.forEach(
        (partition, reading) -> {
          from.put(partition, reading.next);
          reading.next = values.get(partition).size();
        });
    answer.forEach((partition, reading) -> handOver(partition, reading, from.get(partition)));
  }

  private void handOver(TopicPartition partition, Reading reading, long from) {
    List<String> all = new ArrayList<>(values.get(partition));
    for (long offset = from; offset < all.size(); offset++) {
      if (readings.get(partition) != reading) {
        return;
      }
      BytesView bytes = new BytesView();
      bytes.wrap(all.get((int) offset).getBytes(StandardCharsets.UTF_8));
      listener.onRecord(partition, offset, 0, bytes, bytes, HeadersView.of(new RecordHeaders()));
    }
    if (readings.get(partition) == reading) {
      listener.advanced(partition, all.size(), all.size());
    }
  }

  @Override
  public void wakeup() {}

  @Override
  public void close() {
    closed = true;
  }
}
