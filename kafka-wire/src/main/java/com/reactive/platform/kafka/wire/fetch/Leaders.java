package com.reactive.platform.kafka.wire.fetch;

import com.reactive.platform.kafka.wire.cluster.BrokerAddress;
import com.reactive.platform.kafka.wire.cluster.ClusterView;
import com.reactive.platform.kafka.wire.cluster.ClusterView.Partition;
import com.reactive.platform.kafka.wire.cluster.ClusterView.Topic;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;

/** Who leads which partition, by the last view. */
final class Leaders {
  private ClusterView view = ClusterView.EMPTY;

  void view(ClusterView next) {
    view = next;
  }

  /** The broker to ask; null if none is known. */
  BrokerAddress of(TopicPartition partition) {
    Partition known = partition(partition);
    return known == null ? null : view.brokers().get(known.leader());
  }

  /** -1 if unknown. */
  int epoch(TopicPartition partition) {
    Partition known = partition(partition);
    return known == null ? -1 : known.leaderEpoch();
  }

  boolean knows(String topic) {
    return view.topics().containsKey(topic);
  }

  Uuid topicId(String topic) {
    Topic known = view.topics().get(topic);
    return known == null ? Uuid.ZERO_UUID : known.id();
  }

  private Partition partition(TopicPartition partition) {
    Topic topic = view.topics().get(partition.topic());
    return topic == null || partition.partition() >= topic.partitions().size()
        ? null
        : topic.partitions().get(partition.partition());
  }
}
