package com.reactive.platform.reader;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.TopicPartition;

/** Effects once: results and offsets are stored together. A lock is a transaction. */
final class StoringGroup extends FaultyGroup {
  private final Map<TopicPartition, Long> offsets = new HashMap<>();
  private final List<Integer> results = new ArrayList<>();
  private long fenced;

  StoringGroup() {
    super("storing", "classic");
  }

  synchronized int stored() {
    return results.size();
  }

  synchronized List<Integer> results() {
    return List.copyOf(results);
  }

  /** Results of members that had lost the partition. */
  synchronized long fenced() {
    return fenced;
  }

  private record Result(TopicPartition partition, long offset, int value) {}

  private final class Storing extends Part implements OffsetStore {
    private final List<Result> pending = new ArrayList<>();

    @Override
    void configure(EventReaderBuilder builder) {
      builder.offsets(this);
    }

    @Override
    void onEvent(Event<Integer> event) {
      pending.add(new Result(event.partition(), event.offset(), event.value()));
    }

    @Override
    void polled() {
      store(pending);
      pending.clear();
    }

    @Override
    public Map<TopicPartition, Long> load(Collection<TopicPartition> partitions) {
      return stored(partitions);
    }

    @Override
    public void revoked(Collection<TopicPartition> partitions) {
      polled();
    }
  }

  @Override
  Part newPart() {
    return new Storing();
  }

  private synchronized Map<TopicPartition, Long> stored(Collection<TopicPartition> partitions) {
    Map<TopicPartition, Long> found = new HashMap<>(offsets);
    found.keySet().retainAll(partitions);
    return found;
  }

  /** An offset is stored only over a lower one. */
  private synchronized void store(List<Result> pending) {
    for (Result result : pending) {
      if (result.offset >= offsets.getOrDefault(result.partition, 0L)) {
        results.add(result.value);
        offsets.put(result.partition, result.offset + 1);
      } else {
        fenced++;
      }
    }
  }
}
