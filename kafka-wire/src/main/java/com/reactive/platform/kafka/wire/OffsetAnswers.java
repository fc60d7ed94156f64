package com.reactive.platform.kafka.wire;

import com.reactive.platform.kafka.wire.fetch.OffsetReceiver;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;

/** Gathers the offsets of several partitions. */
final class OffsetAnswers implements OffsetReceiver {
  private final Set<TopicPartition> asked;
  private final Map<TopicPartition, Long> found = new ConcurrentHashMap<>();
  private final CompletableFuture<Map<TopicPartition, Long>> answer = new CompletableFuture<>();

  OffsetAnswers(Collection<TopicPartition> partitions) {
    asked = Set.copyOf(partitions);
    if (asked.isEmpty()) {
      answer.complete(found);
    }
  }

  /** The partitions to ask for. */
  Set<TopicPartition> asked() {
    return asked;
  }

  /** Completed by the last answer; fails with the first failure. */
  CompletableFuture<Map<TopicPartition, Long>> answer() {
    return answer;
  }

  @Override
  public void found(TopicPartition partition, long offset) {
    found.put(partition, offset);
    if (found.size() == asked.size()) {
      answer.complete(found);
    }
  }

  @Override
  public void failed(TopicPartition partition, Exception cause) {
    answer.completeExceptionally(cause);
  }
}
