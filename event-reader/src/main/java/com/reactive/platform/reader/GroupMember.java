package com.reactive.platform.reader;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.GroupProtocol;
import org.apache.kafka.clients.consumer.NoOffsetForPartitionException;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/**
 * A member of a consumer group: Kafka's own consumer, all of whose partitions are paused, so that
 * it joins, sends heartbeats and commits, and fetches nothing. Both group protocols are Kafka's
 * own, with all their settings: the one of KIP-848 where the broker has it, the classic one else,
 * or if the settings name it or have what only that knows. One thread.
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

  private final Map<String, Object> properties;
  private final Collection<String> topics;
  private final Owner owner;
  private final Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers;

  /** The new protocol is tried, and no broker has agreed to it yet. */
  private boolean mayBeTooNew;

  private Consumer<byte[], byte[]> consumer;

  /**
   * Joins with the first poll.
   *
   * @param consumers makes one that has these properties
   */
  GroupMember(
      Map<String, ?> properties,
      Collection<String> topics,
      Owner owner,
      Function<Map<String, Object>, Consumer<byte[], byte[]>> consumers) {
    this.topics = topics;
    this.owner = owner;
    this.consumers = consumers;
    this.properties = new HashMap<>(properties);
    // It has no position of its own that would be worth committing.
    this.properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
    Map<String, Object> newer = with(GroupProtocol.CONSUMER);
    mayBeTooNew = !properties.containsKey(ConsumerConfig.GROUP_PROTOCOL_CONFIG) && isValid(newer);
    open(mayBeTooNew ? newer : this.properties);
  }

  private Map<String, Object> with(GroupProtocol protocol) {
    Map<String, Object> all = new HashMap<>(properties);
    all.put(ConsumerConfig.GROUP_PROTOCOL_CONFIG, protocol.name());
    return all;
  }

  /** Settings of the classic protocol are not valid with the other one. */
  private static boolean isValid(Map<String, Object> properties) {
    try {
      new ConsumerConfig(properties);
      return true;
    } catch (ConfigException e) {
      return false;
    }
  }

  private void open(Map<String, Object> all) {
    consumer = consumers.apply(all);
    consumer.subscribe(topics, new Rebalances());
  }

  /** Takes part in the group. All that the owner hears, it hears from here. */
  void poll(Duration timeout) throws InterruptedException {
    try {
      consumer.poll(timeout);
    } catch (UnsupportedVersionException e) {
      if (!mayBeTooNew) {
        throw e;
      }
      mayBeTooNew = false;
      consumer.close(CloseOptions.timeout(Duration.ZERO));
      open(with(GroupProtocol.CLASSIC));
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
      mayBeTooNew = false;
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
