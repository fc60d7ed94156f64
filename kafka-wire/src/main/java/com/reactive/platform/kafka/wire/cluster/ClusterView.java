package com.reactive.platform.kafka.wire.cluster;

import java.util.List;
import java.util.Map;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Errors;

/**
 * The cluster as of one metadata response: immutable, shared by all event loops.
 *
 * @param version grows by one with each view
 * @param brokers by id
 * @param topics by name; a topic that nobody asked for is absent
 */
public record ClusterView(
    long version, Map<Integer, BrokerAddress> brokers, Map<String, Topic> topics) {
  public static final ClusterView EMPTY = new ClusterView(0, Map.of(), Map.of());

  public ClusterView {
    brokers = Map.copyOf(brokers);
    topics = Map.copyOf(topics);
  }

  /**
   * A topic.
   *
   * @param error NONE, or the reason why there are no partitions
   * @param id {@link Uuid#ZERO_UUID} if the broker is too old to have ids
   * @param partitions by their number
   * @param maxMessageBytes the largest batch that the topic takes; 0 if unknown
   */
  public record Topic(
      String name, Errors error, Uuid id, List<Partition> partitions, int maxMessageBytes) {
    public Topic {
      partitions = List.copyOf(partitions);
    }
  }

  /**
   * A partition's leader.
   *
   * @param leader a broker's id; -1 if there is none now
   * @param leaderEpoch -1 if unknown; a view never goes back to a lower one
   */
  public record Partition(int leader, int leaderEpoch) {}
}
