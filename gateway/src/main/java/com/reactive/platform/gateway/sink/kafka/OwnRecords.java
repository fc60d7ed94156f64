package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.kafka.wire.produce.ProduceObserver;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;

/**
 * What this process is known to have written to a topic, so that whoever reads the topic need not
 * fetch it. Any thread.
 */
final class OwnRecords implements ProduceObserver {
  /** Nothing is known to be ours. */
  static final OwnRecords NONE = new OwnRecords("", id -> false);

  private final String topic;
  private final LongPredicate producers;
  private final Map<Integer, OffsetRuns> partitions = new ConcurrentHashMap<>();

  /**
   * @param producers true of the ids of producers whose records are passed over wherever they are
   */
  OwnRecords(String topic, LongPredicate producers) {
    this.topic = topic;
    this.producers = producers;
  }

  boolean isOf(long producerId) {
    return producers.test(producerId);
  }

  @Override
  public void committed(String topicOfThem, int partition, long firstOffset, int records) {
    if (topic.equals(topicOfThem)) {
      partitions
          .computeIfAbsent(partition, unused -> new OffsetRuns())
          .add(firstOffset, firstOffset + records);
    }
  }

  /** The first offset from this one on that is not known to be ours. To be asked in order. */
  long firstOther(int partition, long offset) {
    OffsetRuns own = partitions.get(partition);
    return own == null ? offset : own.firstOutside(offset);
  }

  /** The log of the partition was cut: what was ours there may be others' now. */
  void forget(int partition) {
    partitions.remove(partition);
  }
}
