package com.reactive.platform.kafka.wire.cluster;

import com.reactive.platform.kafka.wire.cluster.ClusterView.Partition;
import com.reactive.platform.kafka.wire.cluster.ClusterView.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.protocol.Errors;

/**
 * The next view, made of the last and an answer. A broker may be behind: what it says of a
 * partition counts only if its leader epoch is not older. A topic that a broker does not know for
 * once stays as it was: one that has just started may not know it yet.
 */
final class ViewUpdate {
  /** As often in turn as a topic must be missing before that is believed. */
  private static final int BELIEVED = 3;

  private final Map<String, Integer> missing = new HashMap<>();

  /**
   * Merges an answer into the last view.
   *
   * @return the last view if nothing has changed
   */
  ClusterView next(ClusterView last, MetadataResponseData answer) {
    Map<Integer, BrokerAddress> brokers = new HashMap<>();
    answer
        .brokers()
        .forEach(
            broker ->
                brokers.put(
                    broker.nodeId(),
                    new BrokerAddress(broker.nodeId(), broker.host(), broker.port())));
    Map<String, Topic> topics = new HashMap<>(last.topics());
    for (MetadataResponseTopic topic : answer.topics()) {
      topics.put(topic.name(), merged(last.topics().get(topic.name()), topic));
    }
    return changed(last, brokers.isEmpty() ? last.brokers() : brokers, topics);
  }

  /** With other limits. */
  static ClusterView withMaxMessageBytes(ClusterView last, Map<String, Integer> maxMessageBytes) {
    Map<String, Topic> topics = new HashMap<>(last.topics());
    topics.replaceAll(
        (name, topic) ->
            new Topic(
                name,
                topic.error(),
                topic.id(),
                topic.partitions(),
                maxMessageBytes.getOrDefault(name, topic.maxMessageBytes())));
    return changed(last, last.brokers(), topics);
  }

  /** Something is not as it should be, and may be soon: asking again is of use. */
  static boolean isUnsettled(ClusterView view, Iterable<String> wanted) {
    for (String name : wanted) {
      Topic topic = view.topics().get(name);
      if (topic == null
          || topic.error().exception() instanceof RetriableException
          || topic.partitions().stream().anyMatch(partition -> partition.leader() < 0)) {
        return true;
      }
    }
    return false;
  }

  private static ClusterView changed(
      ClusterView last, Map<Integer, BrokerAddress> brokers, Map<String, Topic> topics) {
    return brokers.equals(last.brokers()) && topics.equals(last.topics())
        ? last
        : new ClusterView(last.version() + 1, brokers, topics);
  }

  private Topic merged(Topic last, MetadataResponseTopic now) {
    Errors error = Errors.forCode(now.errorCode());
    if (error == Errors.NONE) {
      missing.remove(now.name());
      // A topic that was made anew begins with new epochs.
      boolean same = last != null && last.id().equals(now.topicId());
      int limit = same ? last.maxMessageBytes() : 0;
      return new Topic(
          now.name(), error, now.topicId(), partitions(same ? last : null, now), limit);
    }
    boolean passing = error.exception() instanceof RetriableException;
    if (passing && last != null && last.error() == Errors.NONE) {
      if (missing.merge(now.name(), 1, Integer::sum) < BELIEVED) {
        return last;
      }
    }
    return new Topic(
        now.name(),
        error,
        last == null ? now.topicId() : last.id(),
        List.of(),
        last == null ? 0 : last.maxMessageBytes());
  }

  private static List<Partition> partitions(Topic last, MetadataResponseTopic now) {
    int count = now.partitions().size();
    List<Partition> partitions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      partitions.add(null);
    }
    for (MetadataResponsePartition partition : now.partitions()) {
      int index = partition.partitionIndex();
      if (index < 0 || index >= count || partitions.get(index) != null) {
        throw new IllegalStateException(
            "the partitions of " + now.name() + " are not numbered from 0 to " + (count - 1));
      }
      Partition before =
          last == null || index >= last.partitions().size() ? null : last.partitions().get(index);
      partitions.set(index, newer(before, partition));
    }
    return partitions;
  }

  private static Partition newer(Partition before, MetadataResponsePartition now) {
    if (before != null && now.leaderEpoch() >= 0 && now.leaderEpoch() < before.leaderEpoch()) {
      return before;
    }
    return new Partition(now.leaderId(), now.leaderEpoch());
  }
}
