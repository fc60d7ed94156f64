package com.reactive.platform.kafka.embedded;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * In the child JVM: asks the node over its socket, as any client would, until the answers are what
 * a client needs. Waits without a bound of its own; the parent has one and kills.
 */
final class BrokerReadiness implements AutoCloseable {

  private static final long RETRY_MILLIS = 50;

  private final Admin admin;

  BrokerReadiness(Properties server) {
    String listener = server.getProperty("listeners").split(",", 2)[0];
    Properties client = new Properties();
    client.setProperty(
        AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
        listener.substring(listener.indexOf("://") + 3));
    admin = Admin.create(client);
  }

  /** Returns when the node says that all of {@code ids} are registered and unfenced. */
  void awaitNodes(Collection<Integer> ids) throws Exception {
    until(
        () -> {
          Collection<Node> nodes = admin.describeCluster().nodes().get();
          return nodes.stream().map(Node::id).collect(Collectors.toSet()).containsAll(ids);
        });
  }

  /**
   * Creates those topics that do not exist, and returns when every partition has all its replicas
   * and a leader that knows that it is.
   *
   * @param topics as {@code name:partitions}
   */
  void createTopics(List<String> topics) throws Exception {
    List<String> names = new ArrayList<>();
    for (String topic : topics) {
      String name = topic.substring(0, topic.indexOf(':'));
      int partitions = Integer.parseInt(topic.substring(name.length() + 1));
      names.add(name);
      until(() -> created(new NewTopic(name, Optional.of(partitions), Optional.empty())));
    }
    until(
        () -> {
          Map<String, TopicDescription> described =
              admin.describeTopics(names).allTopicNames().get();
          return described.values().stream()
              .flatMap(topic -> topic.partitions().stream())
              .allMatch(BrokerReadiness::isWhole);
        });
    until(() -> leadersAnswer(names));
  }

  /** Metadata names leaders before they know; until then they refuse what they are sent. */
  private boolean leadersAnswer(List<String> topics)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (TopicDescription topic : admin.describeTopics(topics).allTopicNames().get().values()) {
      for (TopicPartitionInfo partition : topic.partitions()) {
        ends.put(new TopicPartition(topic.name(), partition.partition()), OffsetSpec.latest());
      }
    }
    admin.listOffsets(ends).all().get();
    return true;
  }

  private boolean created(NewTopic topic) throws ExecutionException, InterruptedException {
    try {
      admin.createTopics(Set.of(topic)).all().get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TopicExistsException)) {
        throw e;
      }
    }
    return true;
  }

  private static boolean isWhole(TopicPartitionInfo partition) {
    return partition.leader() != null && partition.isr().size() == partition.replicas().size();
  }

  private static void until(Callable<Boolean> condition) throws Exception {
    while (!met(condition)) {
      TimeUnit.MILLISECONDS.sleep(RETRY_MILLIS);
    }
  }

  /** A fresh cluster may answer "not yet" in many forms; all of them are retriable. */
  private static boolean met(Callable<Boolean> condition) throws Exception {
    try {
      return condition.call();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RetriableException) {
        return false;
      }
      throw e;
    }
  }

  @Override
  public void close() {
    admin.close();
  }
}
