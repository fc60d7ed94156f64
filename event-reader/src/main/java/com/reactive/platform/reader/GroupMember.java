package com.reactive.platform.reader;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.InterruptException;

/**
 * A member of a consumer group: Kafka's own consumer, all of whose partitions are paused, so that
 * it joins, sends heartbeats and commits, and fetches nothing. Both group protocols are Kafka's
 * own, with all their settings. One thread.
 */
final class GroupMember implements AutoCloseable {
  /** Hears of partitions, within {@link #poll} and {@link #close}. */
  interface Owner {
    /** These are ours now; {@link #seek} or {@link #position} is called for each, later. */
    void assigned(Collection<TopicPartition> partitions);

    /** These go to others; what is committed before this returns, they know. */
    void revoked(Collection<TopicPartition> partitions);

    /** These were taken away: others may have them already. */
    void lost(Collection<TopicPartition> partitions);
  }

  private final KafkaConsumer<byte[], byte[]> consumer;
  private final Owner owner;

  /** Joins with the first poll. */
  GroupMember(Map<String, ?> properties, Collection<String> topics, Owner owner) {
    this.owner = owner;
    Map<String, Object> own = new HashMap<>(properties);
    // It has no position of its own that would be worth committing.
    own.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    consumer = new KafkaConsumer<>(own);
    consumer.subscribe(topics, new Rebalances());
  }

  /** Takes part in the group. All that the owner hears, it hears from here. */
  void poll(Duration timeout) throws InterruptedException {
    try {
      consumer.poll(timeout);
    } catch (NoOffsetForPartitionException e) {
      // The owner may know where to begin; whoever asks for the position hears it again.
    } catch (InterruptException e) {
      Thread.interrupted(); // the client has set it again
      throw (InterruptedException) new InterruptedException("in the group").initCause(e);
    }
  }

  /**
   * Where a partition is to be read from, as committed, or as the reset policy says. Waits for the
   * answer.
   */
  long position(TopicPartition partition) {
    return consumer.position(partition);
  }

  /** The caller knows where; the group need not ask. */
  void seek(TopicPartition partition, long offset) {
    consumer.seek(partition, offset);
  }

  /**
   * Commits, and waits for the answer.
   *
   * @param positions the next offset of each partition
   */
  void commit(Map<TopicPartition, Long> positions) {
    Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
    positions.forEach((partition, next) -> offsets.put(partition, new OffsetAndMetadata(next)));
    consumer.commitSync(offsets);
  }

  /** Leaves the group; partitions are revoked first. */
  @Override
  public void close() {
    consumer.close(CloseOptions.timeout(Duration.ofSeconds(10)));
  }

  private final class Rebalances implements ConsumerRebalanceListener {
    @Override
    public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
      consumer.pause(partitions);
      owner.assigned(partitions);
    }

    @Override
    public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
      owner.revoked(partitions);
    }

    @Override
    public void onPartitionsLost(Collection<TopicPartition> partitions) {
      owner.lost(partitions);
    }
  }
}
