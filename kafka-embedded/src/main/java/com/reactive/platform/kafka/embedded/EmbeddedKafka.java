package com.reactive.platform.kafka.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A real Apache Kafka (KRaft, each node broker and controller) of one or three nodes, each in a JVM
 * of its own on this machine, listening on loopback only.
 *
 * <pre>{@code
 * try (EmbeddedKafka kafka = EmbeddedKafka.builder().topic("counter-events", 6).start()) {
 *   connect(kafka.bootstrapServers());
 * }
 * }</pre>
 *
 * <p>The brokers end when this process ends, also by kill -9: they watch a pipe to it. They ignore
 * Ctrl-C and SIGTERM, so that this process decides the order in which things stop. There is no
 * shutdown hook for the same reason: whoever starts a Kafka closes it after what uses it. All
 * methods may be called from any thread.
 */
public final class EmbeddedKafka implements AutoCloseable {

  private static final int PORT_ATTEMPTS = 3;
  private static final long IN_USE_RETRY_MILLIS = 100;

  private final DataDir dir;
  private final List<BrokerNode> nodes;

  private EmbeddedKafka(DataDir dir, List<BrokerNode> nodes) {
    this.dir = dir;
    this.nodes = nodes;
  }

  /** One node, any free ports, temporary data. */
  public static Builder builder() {
    return new Builder();
  }

  /**
   * Waits until no broker has this data folder: one whose parent was killed needs a few seconds to
   * end.
   *
   * @return whether that is so; false after {@code timeout}
   */
  public static boolean awaitUnused(Path dataDir, Duration timeout)
      throws IOException, InterruptedException {
    long deadlineNanos = System.nanoTime() + timeout.toNanos();
    while (DataDir.isInUse(dataDir)) {
      if (System.nanoTime() > deadlineNanos) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(IN_USE_RETRY_MILLIS);
    }
    return true;
  }

  /** All nodes, as {@code host:port,host:port}, whether they run or not. */
  public String bootstrapServers() {
    return nodes.stream()
        .map(node -> node.ports().clientAddress())
        .collect(Collectors.joining(","));
  }

  /** Of a listener that {@link Builder#listener} added. */
  public String bootstrapServers(String listener) {
    return nodes.stream()
        .map(node -> node.ports().address(listener))
        .collect(Collectors.joining(","));
  }

  /** By id, from 1. */
  public List<BrokerNode> nodes() {
    return nodes;
  }

  /** Version of the Kafka server, such as {@code 4.3.1}, from its jar; no broker reports it. */
  public String version() {
    return BrokerLib.version();
  }

  /** Kafka's cluster id; the same for the same data folder. */
  public String clusterId() {
    return dir.clusterId();
  }

  /**
   * Stops all nodes together, kills after some ten seconds those that still run, and deletes
   * temporary data. Returns when all processes are gone; an interrupt has them killed at once. Does
   * nothing the second time.
   */
  @Override
  public void close() {
    List<BrokerNode> running = closeNodes();
    // Without a quorum, nobody can take over from whom: they would wait for that in vain.
    if (2 * running.size() > nodes.size()) {
      running.forEach(node -> node.process().requestStop());
      BrokerNode.awaitStopped(running);
    }
    running.forEach(BrokerNode::kill);
    dir.deleteIfTemporary(false);
  }

  /** After a failed start: at once. */
  private void abandon(boolean keepLogs) {
    closeNodes().forEach(BrokerNode::kill);
    dir.deleteIfTemporary(keepLogs);
  }

  private List<BrokerNode> closeNodes() {
    return nodes.stream().filter(BrokerNode::closeForGood).toList();
  }

  private static EmbeddedKafka start(BrokerSettings settings) {
    for (int attempt = 1; ; attempt++) {
      try {
        return startOnce(settings);
      } catch (PortTakenException e) {
        // A port of our own choice was taken between choosing and listening: choose others.
        if (e.port() == settings.port() || attempt == PORT_ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static EmbeddedKafka startOnce(BrokerSettings settings) {
    List<NodePorts> ports =
        NodePorts.choose(settings.nodes(), settings.port(), settings.listeners().keySet());
    DataDir dir = DataDir.open(settings.dataDir(), settings.nodes());
    List<BrokerNode> nodes =
        IntStream.rangeClosed(1, settings.nodes())
            .mapToObj(id -> new BrokerNode(id, ports, dir, settings))
            .toList();
    EmbeddedKafka kafka = new EmbeddedKafka(dir, nodes);
    try {
      Set<Integer> all = nodes.stream().map(BrokerNode::id).collect(Collectors.toSet());
      nodes.forEach(node -> node.launch(all, node.id() == 1 ? settings.topics() : Map.of()));
      BrokerNode.awaitReady(nodes, settings.startTimeout());
      return kafka;
    } catch (RuntimeException | Error e) {
      kafka.abandon(!(e instanceof PortTakenException));
      throw e;
    }
  }

  /** Settings of what to start. Not for use by several threads. */
  public static final class Builder {

    private int nodes = 1;
    private int port;
    private Path dataDir;
    private final Map<String, Integer> topics = new HashMap<>();
    private final Map<String, String> listeners = new HashMap<>();
    private final Map<String, IntUnaryOperator> advertised = new HashMap<>();
    private final Map<String, String> properties = new HashMap<>();
    private int heapMegabytes = 256;
    private boolean fullJit;
    private Duration startTimeout = Duration.ofSeconds(90);

    private Builder() {}

    /**
     * 1 (the default) or 3. With three, topics have three replicas and two must have a record
     * before it is acked.
     */
    public Builder nodes(int nodes) {
      require(nodes == 1 || nodes == 3, "nodes must be 1 or 3, not " + nodes);
      this.nodes = nodes;
      return this;
    }

    /**
     * Node 1's client port; 0, the default, takes a free one. All other ports are free ones in any
     * case.
     */
    public Builder port(int port) {
      require(port >= 0 && port <= 65_535, "port must be 0 to 65535, not " + port);
      this.port = port;
      return this;
    }

    /**
     * Keeps the data here: a later start with the same folder and number of nodes resumes with all
     * of it. The folder is created if need be. By default the data is temporary and gone after
     * {@link EmbeddedKafka#close}.
     */
    public Builder dataDir(Path dataDir) {
      this.dataDir = Objects.requireNonNull(dataDir);
      return this;
    }

    /** Has the topic created before the start returns. One that exists is left as it is. */
    public Builder topic(String name, int partitions) {
      require(name.matches("[a-zA-Z0-9._-]{1,249}"), "not a topic name: " + name);
      require(partitions > 0, "partitions must be positive, not " + partitions);
      topics.put(name, partitions);
      return this;
    }

    /**
     * A further listener for clients, on a free port of each node: {@code listener("SECURE",
     * "SASL_SSL")}. What it needs comes with {@link #property}, as {@code listener.name.secure...}.
     */
    public Builder listener(String name, String securityProtocol) {
      require(
          name.matches("[A-Z0-9]{1,30}") && !ServerProperties.OWN_LISTENERS.contains(name),
          "not a name for a listener: " + name);
      listeners.put(name, Objects.requireNonNull(securityProtocol));
      return this;
    }

    /**
     * Has clients of a further listener sent to another port of 127.0.0.1 than the one that it
     * listens on, where something stands between: {@code advertise("PROXIED", id ->
     * proxyPort(id))}. {@link BrokerNode#port(String)} is the port to forward to.
     *
     * @param port by node id, from 1; asked at each start of a node
     */
    public Builder advertise(String listener, IntUnaryOperator port) {
      advertised.put(listener, Objects.requireNonNull(port));
      return this;
    }

    /**
     * A server.properties entry for every node; it wins over the defaults here, except for what
     * ties nodes together.
     */
    public Builder property(String key, String value) {
      require(
          !ServerProperties.OWNED.contains(key),
          key + " cannot be set: the cluster is built on it");
      properties.put(key, Objects.requireNonNull(value));
      return this;
    }

    /** Each broker's maximum heap, 256 by default. */
    public Builder heapMegabytes(int heapMegabytes) {
      require(heapMegabytes >= 64, "heapMegabytes must be at least 64, not " + heapMegabytes);
      this.heapMegabytes = heapMegabytes;
      return this;
    }

    /**
     * True for benchmarks. False, the default, has the brokers compile with C1 only: sooner up,
     * slower later.
     */
    public Builder fullJit(boolean fullJit) {
      this.fullJit = fullJit;
      return this;
    }

    /** Longest time of a start before it counts as failed; 90 s by default. */
    public Builder startTimeout(Duration startTimeout) {
      require(startTimeout.toMillis() > 0, "startTimeout must be positive, not " + startTimeout);
      this.startTimeout = startTimeout;
      return this;
    }

    /**
     * Starts all nodes together and returns when each of them serves, sees the others and the
     * topics have leaders: what is sent now is stored. Blocks for some seconds; an interrupt ends
     * the attempt.
     *
     * @throws EmbeddedKafkaException when that fails; nothing is left running then
     */
    public EmbeddedKafka start() {
      advertised
          .keySet()
          .forEach(name -> require(listeners.containsKey(name), "there is no listener " + name));
      return EmbeddedKafka.start(
          new BrokerSettings(
              nodes,
              port,
              dataDir,
              topics,
              listeners,
              advertised,
              properties,
              heapMegabytes,
              fullJit,
              startTimeout));
    }

    private static void require(boolean met, String message) {
      if (!met) {
        throw new IllegalArgumentException(message);
      }
    }
  }
}
