package com.reactive.platform.reliability.fault;

import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.proxy.TcpProxy;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * Three brokers, each behind a {@link TcpProxy}: topics have three replicas, and two must have a
 * record before it is acknowledged. The gateway comes through the proxies with a name and a
 * password and may do only what it is allowed to; we come directly and may do anything. Calls
 * block, some until the cluster has got over what was done to it.
 */
public final class Cluster implements AutoCloseable {
  private static final int NODES = 3;
  private static final int HEAP_MEGABYTES = 384;
  private static final int SEGMENT_BYTES = 8 << 20;
  private static final String LISTENER = "PROXIED";
  private static final String USER = "gateway";
  private static final String PASSWORD = "chaos-only";
  private static final int REQUEST_MILLIS = 5_000;
  private static final long RETRY_MILLIS = 100;
  private static final long PATIENCE_SECONDS = 90;

  private final EmbeddedKafka kafka;
  private final List<TcpProxy> proxies;
  private final Admin admin;

  private Cluster(EmbeddedKafka kafka, List<TcpProxy> proxies) {
    this.kafka = kafka;
    this.proxies = List.copyOf(proxies);
    this.admin =
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG,
                kafka.bootstrapServers(),
                AdminClientConfig.CLIENT_ID_CONFIG,
                "chaos",
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                REQUEST_MILLIS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                2 * REQUEST_MILLIS,
                AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG,
                500,
                AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG,
                false));
  }

  /** Starts it, with its data in a folder. Takes some ten seconds. */
  static Cluster start(Path folder) throws IOException {
    List<TcpProxy> proxies = new ArrayList<>();
    try {
      for (int id = 1; id <= NODES; id++) {
        proxies.add(TcpProxy.open("proxy-" + id));
      }
      String scram = "listener.name." + LISTENER.toLowerCase(Locale.ROOT);
      EmbeddedKafka kafka =
          EmbeddedKafka.builder()
              .nodes(NODES)
              .dataDir(folder)
              .heapMegabytes(HEAP_MEGABYTES)
              .listener(LISTENER, "SASL_PLAINTEXT")
              .advertise(LISTENER, id -> proxies.get(id - 1).port())
              .property(scram + ".sasl.enabled.mechanisms", "PLAIN")
              .property(
                  scram + ".plain.sasl.jaas.config", jaas("user_" + USER + "=\"" + PASSWORD + '"'))
              .property(
                  "authorizer.class.name",
                  "org.apache.kafka.metadata.authorizer.StandardAuthorizer")
              // Whoever comes in by the other listeners: the brokers themselves, and we.
              .property("super.users", "User:ANONYMOUS")
              // A follower that stands still has to leave the in-sync replicas soon.
              .property("replica.lag.time.max.ms", "4000")
              .property("log.retention.ms", "-1")
              // After a kill -9 a broker reads what it has not flushed, which is all of a segment:
              // with large ones, restarts take the longer the longer a run is.
              .property("log.segment.bytes", Integer.toString(SEGMENT_BYTES))
              .property("log.flush.offset.checkpoint.interval.ms", "5000")
              .property("controller.quorum.election.timeout.ms", "1000")
              .property("controller.quorum.fetch.timeout.ms", "2000")
              .start();
      kafka.nodes().forEach(node -> proxies.get(node.id() - 1).forwardTo(node.port(LISTENER)));
      return new Cluster(kafka, proxies);
    } catch (IOException | RuntimeException | Error e) {
      closeAll(proxies);
      throw e;
    }
  }

  private static String jaas(String options) {
    return "org.apache.kafka.common.security.plain.PlainLoginModule required " + options + ";";
  }

  /** Around the proxies, for whoever checks. */
  public String bootstrapServers() {
    return kafka.bootstrapServers();
  }

  /** The gateway's settings: by way of the proxies, with its name and password. */
  Map<String, String> gatewaySettings() {
    return Map.of(
        "REACTIVE_KAFKA_BOOTSTRAP_SERVERS",
        proxies.stream().map(proxy -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(",")),
        "REACTIVE_KAFKA_PRODUCER_SECURITY_PROTOCOL",
        "SASL_PLAINTEXT",
        "REACTIVE_KAFKA_PRODUCER_SASL_MECHANISM",
        "PLAIN",
        "REACTIVE_KAFKA_PRODUCER_SASL_JAAS_CONFIG",
        jaas("username=\"" + USER + "\" password=\"" + PASSWORD + '"'));
  }

  /** By id, from 1. */
  public List<BrokerNode> nodes() {
    return kafka.nodes();
  }

  /** Of each node, by id, from 1. */
  public List<TcpProxy> proxies() {
    return proxies;
  }

  /** Creates a topic that the gateway may write to, and waits until it takes records. */
  void createTopic(String topic, int partitions) throws InterruptedException {
    until(
        "topic " + topic + " is created",
        () -> {
          get(admin.createTopics(Set.of(newTopic(topic, partitions))).all());
          return true;
        });
    awaitWhole(topic);
    until("the leaders of " + topic + " answer", () -> leadersAnswer(topic, partitions));
  }

  /** Metadata names leaders before they know; until then they refuse what they are sent. */
  private boolean leadersAnswer(String topic, int partitions)
      throws ExecutionException, InterruptedException {
    Map<TopicPartition, OffsetSpec> ends = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      ends.put(new TopicPartition(topic, partition), OffsetSpec.latest());
    }
    get(admin.listOffsets(ends).all());
    return true;
  }

  private static NewTopic newTopic(String topic, int partitions) {
    return new NewTopic(topic, Optional.of(partitions), Optional.empty());
  }

  /** Deletes a topic and waits until nobody sees it any more. */
  void deleteTopic(String topic) throws InterruptedException {
    until(
        "topic " + topic + " is deleted",
        () -> {
          get(admin.deleteTopics(Set.of(topic)).all());
          return true;
        });
    until("topic " + topic + " is gone", () -> !get(admin.listTopics().names()).contains(topic));
  }

  /** Sets the number of replicas that must have a record before it is acknowledged. */
  void minInsyncReplicas(String topic, int replicas) throws InterruptedException {
    ConfigResource resource = new ConfigResource(ConfigResource.Type.TOPIC, topic);
    AlterConfigOp set =
        new AlterConfigOp(
            new ConfigEntry("min.insync.replicas", Integer.toString(replicas)),
            AlterConfigOp.OpType.SET);
    until(
        "min.insync.replicas is " + replicas,
        () -> {
          get(admin.incrementalAlterConfigs(Map.of(resource, List.of(set))).all());
          return true;
        });
  }

  /**
   * Lets the gateway write to a topic, see it, and read its window of keys from it at the start.
   */
  void allow(String topic) throws InterruptedException {
    List<AclBinding> rules =
        List.of(
            rule(topic, AclOperation.WRITE),
            rule(topic, AclOperation.READ),
            rule(topic, AclOperation.DESCRIBE));
    until(
        "the gateway may write",
        () -> {
          get(admin.createAcls(rules).all());
          return true;
        });
  }

  /** Takes the right to write away; it still sees the topic. */
  void revoke(String topic) throws InterruptedException {
    until(
        "the gateway may not write",
        () -> {
          get(admin.deleteAcls(List.of(rule(topic, AclOperation.WRITE).toFilter())).all());
          return true;
        });
  }

  private static AclBinding rule(String topic, AclOperation operation) {
    return new AclBinding(
        new ResourcePattern(ResourceType.TOPIC, topic, PatternType.LITERAL),
        new AccessControlEntry("User:" + USER, "*", operation, AclPermissionType.ALLOW));
  }

  /** The node that leads a partition; waits until one does. */
  BrokerNode leader(String topic, int partition) throws InterruptedException {
    List<BrokerNode> found = new ArrayList<>();
    until(
        "partition " + partition + " has a leader",
        () -> {
          leaderNow(topic, partition).ifPresent(found::add);
          return !found.isEmpty();
        });
    return found.get(0);
  }

  /** The same, but empty if nobody leads it or nobody says who. */
  Optional<BrokerNode> leaderNow(String topic, int partition) throws InterruptedException {
    try {
      org.apache.kafka.common.Node leader = partitions(topic).get(partition).leader();
      return leader == null || leader.isEmpty()
          ? Optional.empty()
          : Optional.of(nodes().get(leader.id() - 1));
    } catch (ExecutionException e) {
      return Optional.empty();
    }
  }

  /** Waits until all partitions have a leader and all replicas are in sync, 90 s at most. */
  public void awaitWhole(String topic) throws InterruptedException {
    until(
        "all replicas of " + topic + " are in sync",
        () -> partitions(topic).stream().allMatch(Cluster::isWhole));
  }

  private List<TopicPartitionInfo> partitions(String topic)
      throws ExecutionException, InterruptedException {
    TopicDescription described =
        get(admin.describeTopics(Set.of(topic)).allTopicNames()).get(topic);
    return described.partitions();
  }

  private static boolean isWhole(TopicPartitionInfo partition) {
    return partition.leader() != null && partition.isr().size() == partition.replicas().size();
  }

  private static <T> T get(KafkaFuture<T> future) throws ExecutionException, InterruptedException {
    try {
      return future.get(3L * REQUEST_MILLIS, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new ExecutionException(e);
    }
  }

  /**
   * A cluster in trouble may refuse in many forms, and may have done what it was asked without
   * saying so; then it says that it is done already.
   */
  private void until(String what, Callable<Boolean> condition) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    Throwable last = null;
    while (System.nanoTime() < deadline) {
      try {
        if (condition.call()) {
          return;
        }
        last = null;
      } catch (ExecutionException e) {
        last = e.getCause();
        if (isDoneAlready(last, what)) {
          return;
        }
      } catch (InterruptedException e) {
        throw e;
      } catch (Exception e) {
        last = e;
      }
      Thread.sleep(RETRY_MILLIS);
    }
    throw new FaultException("not within " + PATIENCE_SECONDS + " s: " + what, last);
  }

  private static boolean isDoneAlready(Throwable refusal, String what) {
    return refusal instanceof TopicExistsException
        || (refusal instanceof UnknownTopicOrPartitionException && what.endsWith("is deleted"));
  }

  /** Starts all nodes that are dead, at the same time, since one alone never gets ready. */
  void startAll() throws InterruptedException {
    List<Thread> starting = new ArrayList<>();
    List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
    for (BrokerNode node : nodes()) {
      Thread thread =
          new Thread(
              () -> {
                try {
                  node.start();
                } catch (RuntimeException e) {
                  failures.add(e);
                }
              },
              "start-node-" + node.id());
      thread.start();
      starting.add(thread);
    }
    for (Thread thread : starting) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      throw new FaultException("a broker did not start again", failures.get(0));
    }
  }

  /** Ends the brokers, then the proxies. */
  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
    kafka.close();
    closeAll(proxies);
  }

  private static void closeAll(List<TcpProxy> proxies) {
    for (TcpProxy proxy : proxies) {
      try {
        proxy.close();
      } catch (IOException e) {
        // Its threads end with the process.
      }
    }
  }
}
