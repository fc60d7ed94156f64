package com.reactive.platform.kafka.benchmark.rig;

import com.reactive.platform.cli.KafkaUnreachableException;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.proxy.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;

/**
 * The Kafka that a benchmark writes to: one that the user named, or one of our own for the time
 * being. Makes a topic for each target and deletes it afterwards. From any thread; calls that reach
 * Kafka may block.
 */
public final class BenchKafka implements AutoCloseable {
  private static final String ASKED = "its nodes";
  private static final int TIMEOUT_MILLIS = 15_000;

  /** Default timeout for a response from a Kafka that the user named. */
  public static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

  private static final int BROKER_HEAP_MEGABYTES = 1_024;

  /** A record may be as large as one MEGA send. */
  private static final int MAX_RECORD_BYTES = 64 << 20;

  /** Records that a run has verified and forgotten leave the disk by whole segments. */
  private static final int SEGMENT_BYTES = 128 << 20;

  private static final int CLEAN_MILLIS = 5_000;

  private static final String FAR = "FAR";

  private final EmbeddedKafka embedded; // null if the user named one
  private final String bootstrapServers;
  private final List<TcpProxy> proxies; // empty if there is no way but the direct one
  private final Admin admin;

  private BenchKafka(EmbeddedKafka embedded, String bootstrapServers) {
    this(embedded, bootstrapServers, List.of());
  }

  private BenchKafka(EmbeddedKafka embedded, String bootstrapServers, List<TcpProxy> proxies) {
    this(
        embedded,
        bootstrapServers,
        proxies,
        Admin.create(
            Map.of(
                AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrapServers,
                AdminClientConfig.CLIENT_ID_CONFIG, "reactive-benchmark",
                AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS,
                AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, TIMEOUT_MILLIS,
                AdminClientConfig.ENABLE_METRICS_PUSH_CONFIG, false)));
  }

  private BenchKafka(
      EmbeddedKafka embedded, String bootstrapServers, List<TcpProxy> proxies, Admin admin) {
    this.embedded = embedded;
    this.bootstrapServers = bootstrapServers;
    this.proxies = proxies;
    this.admin = admin;
  }

  /** Starts a Kafka of one node in a JVM of its own. Takes some seconds. */
  public static BenchKafka embedded() {
    return embedded(1, 0);
  }

  /**
   * Starts a Kafka of one node, or of three that keep three replicas, of which two at least are in
   * sync. Takes some seconds.
   *
   * @param rttMillis distance of those who come {@link #fromAfar}, there and back; 0 if nobody does
   */
  public static BenchKafka embedded(int nodes, int rttMillis) {
    List<TcpProxy> proxies = rttMillis == 0 ? List.of() : proxies(nodes);
    EmbeddedKafka.Builder builder =
        EmbeddedKafka.builder()
            .nodes(nodes)
            .heapMegabytes(BROKER_HEAP_MEGABYTES)
            .fullJit(true)
            .property("socket.request.max.bytes", Integer.toString(2 * MAX_RECORD_BYTES))
            .property("log.retention.check.interval.ms", Integer.toString(CLEAN_MILLIS));
    if (rttMillis > 0) {
      builder.listener(FAR, "PLAINTEXT").advertise(FAR, id -> proxies.get(id - 1).port());
    }
    EmbeddedKafka kafka = builder.start();
    try {
      if (rttMillis > 0) {
        kafka.nodes().forEach(node -> proxies.get(node.id() - 1).forwardTo(node.port(FAR)));
        Duration oneWay = Duration.ofNanos(TimeUnit.MILLISECONDS.toNanos(rttMillis) / 2);
        proxies.forEach(proxy -> proxy.delay(oneWay));
      }
      return new BenchKafka(kafka, kafka.bootstrapServers(), proxies);
    } catch (RuntimeException | Error e) {
      kafka.close();
      throw e;
    }
  }

  private static List<TcpProxy> proxies(int nodes) {
    try {
      List<TcpProxy> proxies = new ArrayList<>();
      for (int id = 1; id <= nodes; id++) {
        proxies.add(TcpProxy.open("distance-" + id));
      }
      return proxies;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same Kafka for a target that reaches it through a distance. Nothing to be closed. */
  public BenchKafka fromAfar() {
    String servers =
        proxies.stream().map(proxy -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(","));
    return new BenchKafka(embedded, servers, proxies, admin);
  }

  /** As {@link #at(String, Duration)}, with the usual patience. */
  public static BenchKafka at(String bootstrapServers)
      throws KafkaUnreachableException, InterruptedException {
    return at(bootstrapServers, ANSWER_TIMEOUT);
  }

  /**
   * Uses a Kafka that runs already. Its topics are left alone, but for those made here.
   *
   * @throws KafkaUnreachableException if none answers there in time
   */
  public static BenchKafka at(String bootstrapServers, Duration timeout)
      throws KafkaUnreachableException, InterruptedException {
    BenchKafka kafka;
    try {
      kafka = new BenchKafka(null, bootstrapServers);
    } catch (KafkaException e) {
      throw new KafkaUnreachableException(bootstrapServers, ASKED, timeout, e);
    }
    try {
      DescribeClusterOptions options =
          new DescribeClusterOptions().timeoutMs((int) timeout.toMillis());
      kafka.admin.describeCluster(options).nodes().get();
      return kafka;
    } catch (ExecutionException e) {
      kafka.close();
      throw new KafkaUnreachableException(bootstrapServers, ASKED, timeout, e.getCause());
    } catch (InterruptedException | RuntimeException e) {
      kafka.close();
      throw e;
    }
  }

  public String bootstrapServers() {
    return bootstrapServers;
  }

  /** For the environment record: {@code embedded} or the bootstrap servers. */
  public String kind() {
    return embedded == null ? bootstrapServers : "embedded";
  }

  /** Pids of the brokers' processes, by name; empty for a Kafka elsewhere. */
  public Map<String, Long> processes() {
    Map<String, Long> pids = new TreeMap<>();
    if (embedded != null) {
      for (BrokerNode node : embedded.nodes()) {
        pids.put(embedded.nodes().size() == 1 ? "broker" : "broker-" + node.id(), node.pid());
      }
    }
    return pids;
  }

  /** For tests of what happens when the broker goes away; empty for a Kafka elsewhere. */
  public Optional<EmbeddedKafka> embeddedKafka() {
    return Optional.ofNullable(embedded);
  }

  /**
   * Makes a topic that takes records of any size that the targets send. Nothing is deleted or
   * compacted before it is verified, whatever the broker's own defaults are; what a benchmark that
   * is killed leaves behind goes after a day.
   */
  public void createTopic(String name, int partitions) throws InterruptedException {
    createTopics(List.of(name), partitions);
  }

  /** As {@link #createTopic}, several at once, each with so many partitions. */
  public void createTopics(List<String> names, int partitions) throws InterruptedException {
    get(admin.createTopics(names.stream().map(name -> topic(name, partitions)).toList()).all());
    for (String name : names) {
      awaitLogs(name, partitions);
    }
  }

  private static NewTopic topic(String name, int partitions) {
    return new NewTopic(name, Optional.of(partitions), Optional.empty())
        .configs(
            Map.of(
                "max.message.bytes", Integer.toString(MAX_RECORD_BYTES),
                "cleanup.policy", "delete",
                "retention.bytes", "-1",
                "retention.ms", Long.toString(TimeUnit.DAYS.toMillis(1)),
                "segment.bytes", Integer.toString(SEGMENT_BYTES),
                "file.delete.delay.ms", Integer.toString(CLEAN_MILLIS)));
  }

  /** Deletes a topic; best effort, because a benchmark's verdict does not depend on it. */
  public void deleteTopic(String name) {
    deleteTopics(List.of(name));
  }

  /** As {@link #deleteTopic}, several at once. */
  public void deleteTopics(List<String> names) {
    admin.deleteTopics(names);
  }

  /** The client for what else is to be asked or done. */
  public Admin admin() {
    return admin;
  }

  /** A broker's configuration as it is in force. */
  public Map<String, String> brokerConfig() throws InterruptedException {
    String id = get(admin.describeCluster().nodes()).iterator().next().idString();
    ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, id);
    Config config = get(admin.describeConfigs(List.of(broker)).all()).get(broker);
    Map<String, String> values = new HashMap<>();
    config.entries().forEach(entry -> values.put(entry.name(), entry.value()));
    return values;
  }

  /**
   * Waits until every partition takes records. That its leader is known does not say that the
   * leader has made the log already, and at acks=0 it drops what comes before, without a word; but
   * only a leader that has the log tells its offsets.
   */
  private void awaitLogs(String name, int partitions) throws InterruptedException {
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (int partition = 0; partition < partitions; partition++) {
      asked.put(new TopicPartition(name, partition), OffsetSpec.latest());
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(TIMEOUT_MILLIS);
    while (true) {
      try {
        admin.listOffsets(asked).all().get();
        return;
      } catch (ExecutionException notYet) {
        // A broker may not have heard of the new topic.
      }
      if (System.nanoTime() > deadline) {
        throw new IllegalStateException("topic " + name + " took no records in time");
      }
      Thread.sleep(20);
    }
  }

  /** Waits for Kafka's answer. */
  static <T> T get(KafkaFuture<T> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException("Kafka said: " + e.getCause().getMessage(), e.getCause());
    }
  }

  /** Ends the clients, and the broker if it is our own. */
  @Override
  public void close() {
    admin.close(Duration.ofSeconds(2));
    if (embedded != null) {
      embedded.close();
    }
    proxies.forEach(BenchKafka::close);
  }

  private static void close(TcpProxy proxy) {
    try {
      proxy.close();
    } catch (IOException e) {
      // It ends with this process.
    }
  }
}
