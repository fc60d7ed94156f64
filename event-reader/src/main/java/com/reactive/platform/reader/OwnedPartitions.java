package com.reactive.platform.reader;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CommitFailedException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.apache.kafka.common.errors.RetriableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The partitions that are ours, by the word of a group or of the caller: where each begins, how far
 * it was dealt with, and what of that is committed. One thread.
 */
final class OwnedPartitions implements GroupMember.Owner, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OwnedPartitions.class);
  private static final Duration SLICE = Duration.ofMillis(100);
  private static final long MEMBER_NANOS = Duration.ofMillis(50).toNanos();

  private final ReaderSettings settings;
  private final PartitionSource source;
  private final GroupMember member;
  private final Map<TopicPartition, OwnedPartition> owned = new LinkedHashMap<>();

  /** Ours, but it is not known yet where to begin: what may fail is not done in a rebalance. */
  private final Set<TopicPartition> unplaced = new LinkedHashSet<>();

  private OwnedPartition last;
  private long memberNanos = System.nanoTime();
  private long commitNanos = System.nanoTime();

  /**
   * @param source reads them
   * @param consumers opens the group's member, with these properties
   */
  OwnedPartitions(
      ReaderSettings settings,
      PartitionSource source,
      Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {
    this.settings = settings;
    this.source = source;
    member =
        settings.topics().isEmpty()
            ? null
            : new GroupMember(settings.properties(), settings.topics(), this, consumers);
    settings.partitions().forEach(this::own);
  }

  private void own(TopicPartition partition, long first) {
    owned.put(partition, new OwnedPartition(partition, first, settings.repeatEvents()));
  }

  /** Null if it is not ours. */
  OwnedPartition get(TopicPartition id) {
    if (last == null || !last.id.equals(id)) {
      last = owned.get(id);
    }
    return last;
  }

  /** True if the group has not heard of us for a while. */
  boolean isDue() {
    return member != null && System.nanoTime() - memberNanos >= MEMBER_NANOS;
  }

  /** Lets the group do its part, and commits if it is time. */
  void takePart() throws InterruptedException {
    if (member != null) {
      memberNanos = System.nanoTime();
      place();
      member.poll(owned.isEmpty() ? SLICE : Duration.ZERO);
      place();
      if (settings.commitNanos() > 0 && System.nanoTime() - commitNanos >= settings.commitNanos()) {
        tryToCommit(owned.keySet());
      }
    }
  }

  /** Finds out where to begin; what fails is tried again by the next poll. */
  private void place() {
    if (unplaced.isEmpty()) {
      return;
    }
    Map<TopicPartition, Long> stored =
        settings.store() == null ? Map.of() : settings.store().load(Set.copyOf(unplaced));
    for (TopicPartition partition : List.copyOf(unplaced)) {
      Long first = stored.get(partition);
      if (first != null) {
        member.seek(partition, first);
      }
      own(partition, first == null ? member.position(partition) : first);
      unplaced.remove(partition);
    }
  }

  /** Reads those that are not being read. */
  void fetchIdle() {
    owned.values().forEach(this::fetchIfIdle);
  }

  private void fetchIfIdle(OwnedPartition partition) {
    if (partition.isIdle) {
      partition.isIdle = false;
      source.fetch(partition.id, partition.next, Long.MAX_VALUE);
    }
  }

  /** What cannot be committed now is committed later, or comes again. */
  private void tryToCommit(Collection<TopicPartition> partitions) {
    try {
      commit(partitions);
    } catch (RetriableException | CommitFailedException | RebalanceInProgressException e) {
      LOG.warn("offsets of {} could not be committed: {}", partitions, e.getMessage());
      commitNanos = System.nanoTime();
    }
  }

  /** Commits what was dealt with, and waits for the answer. */
  void commit() {
    commit(owned.keySet());
  }

  /**
   * Also where one began, as Kafka's consumer does: where nothing has come yet, whoever has it next
   * would else ask the policy again, and {@code latest} is further on by then.
   */
  private void commit(Collection<TopicPartition> partitions) {
    if (member == null) {
      throw new IllegalStateException("without a group there is nothing to commit to");
    }
    Map<TopicPartition, Long> positions = new HashMap<>();
    for (TopicPartition partition : partitions) {
      OwnedPartition ours = owned.get(partition);
      if (ours != null && ours.position() != ours.committed) {
        positions.put(partition, ours.position());
      }
    }
    if (!positions.isEmpty()) {
      member.commit(positions);
      positions.forEach((partition, next) -> owned.get(partition).committed = next);
    }
    commitNanos = System.nanoTime();
  }

  /** The next offset to be dealt with of each; a copy. */
  Map<TopicPartition, Long> positions() {
    Map<TopicPartition, Long> positions = new HashMap<>();
    owned.forEach((partition, ours) -> positions.put(partition, ours.position()));
    return positions;
  }

  Map<TopicPartition, Long> lag() {
    Map<TopicPartition, Long> lag = new HashMap<>();
    owned.forEach((partition, ours) -> lag.put(partition, ours.lag()));
    return lag;
  }

  @Override
  public void assigned(Collection<TopicPartition> partitions) {
    unplaced.addAll(partitions);
  }

  @Override
  public void revoked(Collection<TopicPartition> partitions) {
    try {
      if (settings.store() != null) {
        settings.store().revoked(partitions);
      }
      if (settings.commitNanos() > 0) {
        tryToCommit(partitions);
      }
    } finally {
      partitions.forEach(this::drop);
    }
  }

  @Override
  public void lost(Collection<TopicPartition> partitions) {
    try {
      if (settings.store() != null) {
        settings.store().revoked(partitions);
      }
    } finally {
      partitions.forEach(this::drop);
    }
  }

  private void drop(TopicPartition partition) {
    owned.remove(partition);
    unplaced.remove(partition);
    source.stop(partition);
    last = null;
  }

  /** Leaves the group, which takes back its partitions first. */
  @Override
  public void close() {
    if (member != null) {
      member.close();
    }
  }
}
