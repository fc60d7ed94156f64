package com.reactive.platform.kafka.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A node's {@code server.properties}: Kafka's defaults, but for one machine that has other work to
 * do.
 */
final class ServerProperties {

  /** The keys that make the node a member of its cluster; overriding these could only break it. */
  static final Set<String> OWNED =
      Set.of(
          "node.id",
          "process.roles",
          "listeners",
          "listener.security.protocol.map",
          "inter.broker.listener.name",
          "controller.listener.names",
          "controller.quorum.voters",
          "log.dirs",
          "log.dir",
          "metadata.log.dir");

  static final Set<String> OWN_LISTENERS = Set.of("CLIENT", "CONTROLLER");

  private ServerProperties() {}

  /**
   * @param id the node's number, from 1
   * @param cluster all nodes' ports, by number
   * @param settings whose properties win over everything that is not {@link #OWNED}
   */
  static Properties of(int id, List<NodePorts> cluster, Path data, BrokerSettings settings) {
    Properties properties = new Properties();
    membership(id, cluster, data, properties);
    addListeners(id, cluster.get(id - 1), settings, properties);
    replication(cluster.size(), properties);
    smallFootprint(properties);
    properties.putAll(settings.properties());
    return properties;
  }

  private static void membership(int id, List<NodePorts> cluster, Path data, Properties to) {
    NodePorts own = cluster.get(id - 1);
    to.setProperty("node.id", Integer.toString(id));
    to.setProperty("process.roles", "broker,controller");
    to.setProperty(
        "listeners",
        "CLIENT://" + own.clientAddress() + ",CONTROLLER://" + own.controllerAddress());
    to.setProperty("advertised.listeners", "CLIENT://" + own.clientAddress());
    to.setProperty("listener.security.protocol.map", "CLIENT:PLAINTEXT,CONTROLLER:PLAINTEXT");
    to.setProperty("inter.broker.listener.name", "CLIENT");
    to.setProperty("controller.listener.names", "CONTROLLER");
    // Voters by config rather than recorded in the metadata log: a restart may come up on other
    // ports.
    to.setProperty("controller.quorum.voters", voters(cluster));
    to.setProperty("log.dirs", data.toString());
  }

  private static void addListeners(int id, NodePorts own, BrokerSettings settings, Properties to) {
    settings
        .listeners()
        .forEach(
            (name, protocol) -> {
              String listener = "," + name + "://";
              int port = own.more().get(name);
              int advertised = settings.advertised().getOrDefault(name, any -> port).applyAsInt(id);
              to.merge("listeners", listener + own.address(name), ServerProperties::concat);
              to.merge(
                  "advertised.listeners",
                  listener + NodePorts.HOST + ":" + advertised,
                  ServerProperties::concat);
              to.merge(
                  "listener.security.protocol.map",
                  "," + name + ":" + protocol,
                  ServerProperties::concat);
            });
  }

  private static Object concat(Object first, Object second) {
    return first.toString() + second;
  }

  private static String voters(List<NodePorts> cluster) {
    return IntStream.rangeClosed(1, cluster.size())
        .mapToObj(id -> id + "@" + cluster.get(id - 1).controllerAddress())
        .collect(Collectors.joining(","));
  }

  private static void replication(int nodes, Properties to) {
    String replicas = Integer.toString(nodes);
    String minIsr = nodes == 1 ? "1" : "2";
    to.setProperty("default.replication.factor", replicas);
    to.setProperty("min.insync.replicas", minIsr);
    for (String topic :
        List.of("offsets.topic", "transaction.state.log", "share.coordinator.state.topic")) {
      to.setProperty(topic + ".replication.factor", replicas);
      to.setProperty(topic + ".num.partitions", "3");
    }
    to.setProperty("transaction.state.log.min.isr", minIsr);
    to.setProperty("share.coordinator.state.topic.min.isr", minIsr);
    // Until then a dead node's partitions have no leader, and the node itself, back from kill -9,
    // is not let in again.
    to.setProperty("broker.session.timeout.ms", "3000");
    // Also the step in which a starting broker learns that it may serve.
    to.setProperty("broker.heartbeat.interval.ms", "500");
  }

  private static void smallFootprint(Properties to) {
    to.setProperty("auto.create.topics.enable", "false");
    to.setProperty("group.initial.rebalance.delay.ms", "0");
    to.setProperty("num.network.threads", "2");
    to.setProperty("num.io.threads", "4");
    to.setProperty("num.replica.fetchers", "1");
    to.setProperty("background.threads", "2");
    to.setProperty("num.recovery.threads.per.data.dir", "2");
    to.setProperty("group.coordinator.threads", "1");
    to.setProperty("share.coordinator.threads", "1");
    // 128 MiB by default, taken at start: half the heap of a small broker.
    to.setProperty("log.cleaner.dedupe.buffer.size", "4194304");
    // Two index files of this size are laid out for every partition.
    to.setProperty("log.index.size.max.bytes", "2097152");
  }
}
