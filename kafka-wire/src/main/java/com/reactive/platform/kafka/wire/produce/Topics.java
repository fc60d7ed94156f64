package com.reactive.platform.kafka.wire.produce;

import com.reactive.platform.kafka.wire.cluster.ClusterView;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The topics that one core knows, and what the last view of the cluster says of them. */
final class Topics {
  private static final int UNKNOWN_EPOCH = -1;

  private final Brokers brokers;
  private final Map<String, TopicHandle> topics = new HashMap<>();
  private ClusterView view = ClusterView.EMPTY;

  Topics(Brokers brokers) {
    this.brokers = brokers;
  }

  /** Null if nobody asked for it. */
  TopicHandle get(String name) {
    return topics.get(name);
  }

  TopicHandle add(String name, int firstSticky) {
    TopicHandle topic = new TopicHandle(new TopicInfo(name, topics.size()), firstSticky);
    topics.put(name, topic);
    follow(topic);
    return topic;
  }

  void follow(ClusterView newView) {
    if (newView.version() <= view.version()) {
      return;
    }
    view = newView;
    view.brokers().values().forEach(brokers::locate);
    topics.values().forEach(this::follow);
  }

  private void follow(TopicHandle topic) {
    ClusterView.Topic seen = view.topics().get(topic.name());
    if (seen == null) {
      return;
    }
    topic.update(seen);
    int count = Math.min(seen.partitions().size(), topic.partitions());
    for (int i = 0; i < count; i++) {
      ClusterView.Partition partition = seen.partitions().get(i);
      brokers.lead(topic.partitions[i], partition.leader(), partition.leaderEpoch());
    }
    for (int i = topic.partitions(); i < topic.partitions.length; i++) {
      brokers.lead(topic.partitions[i], PartitionQueue.NO_BROKER, UNKNOWN_EPOCH);
    }
  }

  void forEachQueue(Consumer<PartitionQueue> action) {
    for (TopicHandle topic : topics.values()) {
      for (PartitionQueue queue : topic.partitions) {
        action.accept(queue);
      }
    }
  }
}
