package com.reactive.platform.gateway.sink;

/**
 * The partitions of a topic, as Kafka described them last.
 *
 * @param leaderless how many have no leader, so that no event gets into them
 * @param leastReplicas of the partition that has the fewest
 * @param leastInSync in-sync replicas of the partition that has the fewest of these
 * @param outOfSync how many have a replica that is not in sync
 */
public record TopicPartitions(
    int count, int leaderless, int leastReplicas, int leastInSync, int outOfSync) {
  public static final TopicPartitions UNKNOWN = new TopicPartitions(0, 0, 0, 0, 0);
}
