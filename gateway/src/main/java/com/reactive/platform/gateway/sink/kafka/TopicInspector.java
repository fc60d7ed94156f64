package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.TopicPartitions;
import com.reactive.platform.gateway.sink.TopicSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.AuthorizationException;

/** Reads the settings of topics: of a new one at once, of all each minute. Not thread-safe. */
final class TopicInspector {
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private long nextNanos = System.nanoTime();

  /** Tells each topic what it is like; one of which that cannot be had keeps what is known. */
  void inspect(Admin admin, Map<TopicHealth, TopicDescription> described)
      throws InterruptedException {
    boolean all = System.nanoTime() - nextNanos >= 0;
    List<TopicHealth> due =
        described.keySet().stream().filter(topic -> all || topic.settings().isEmpty()).toList();
    if (due.isEmpty()) {
      return;
    }
    Map<ConfigResource, KafkaFuture<Config>> configs =
        admin.describeConfigs(due.stream().map(TopicInspector::resource).toList()).values();
    for (TopicHealth topic : due) {
      try {
        Config config = configs.get(resource(topic)).get();
        topic.isLike(settings(described.get(topic), Optional.of(config)));
      } catch (ExecutionException e) {
        if (e.getCause() instanceof AuthorizationException) {
          topic.isLike(settings(described.get(topic), Optional.empty()));
        } else {
          topic.isNotKnown();
        }
      }
    }
    if (all) {
      nextNanos = System.nanoTime() + PAUSE_NANOS;
    }
  }

  /** The settings as Kafka describes them; without a config, it may not be read. */
  static TopicSettings settings(TopicDescription topic, Optional<Config> config) {
    int factor = partitions(topic.partitions()).leastReplicas();
    return new TopicSettings(factor, config.map(TopicInspector::configs));
  }

  /** Partitions as Kafka describes them. */
  static TopicPartitions partitions(List<TopicPartitionInfo> described) {
    int leaderless = 0;
    int leastReplicas = Integer.MAX_VALUE;
    int leastInSync = Integer.MAX_VALUE;
    int outOfSync = 0;
    for (TopicPartitionInfo partition : described) {
      leaderless += partition.leader() == null || partition.leader().isEmpty() ? 1 : 0;
      leastReplicas = Math.min(leastReplicas, partition.replicas().size());
      leastInSync = Math.min(leastInSync, partition.isr().size());
      outOfSync += partition.isr().size() < partition.replicas().size() ? 1 : 0;
    }
    return described.isEmpty()
        ? TopicPartitions.UNKNOWN
        : new TopicPartitions(described.size(), leaderless, leastReplicas, leastInSync, outOfSync);
  }

  private static TopicSettings.Configs configs(Config config) {
    return new TopicSettings.Configs(
        Integer.parseInt(value(config, TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "1")),
        Boolean.parseBoolean(
            value(config, TopicConfig.UNCLEAN_LEADER_ELECTION_ENABLE_CONFIG, "false")),
        Integer.parseInt(
            value(
                config, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(Integer.MAX_VALUE))),
        value(config, TopicConfig.CLEANUP_POLICY_CONFIG, ""),
        Long.parseLong(value(config, TopicConfig.RETENTION_MS_CONFIG, "-1")));
  }

  private static String value(Config config, String name, String otherwise) {
    ConfigEntry entry = config.get(name);
    return entry == null || entry.value() == null ? otherwise : entry.value();
  }

  private static ConfigResource resource(TopicHealth topic) {
    return new ConfigResource(ConfigResource.Type.TOPIC, topic.topic());
  }
}
