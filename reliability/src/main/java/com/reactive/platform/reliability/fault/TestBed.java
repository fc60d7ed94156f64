package com.reactive.platform.reliability.fault;

import com.reactive.platform.gateway.stream.StreamsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The system that faults are injected into: a {@link Cluster}, a {@link GatewayProcess} that
 * reaches it through proxies, and, where the machine gives them, disks that can be full. The
 * gateway has two streams of the same events: the counter, which has a quarantine, and one whose
 * topic may be deleted.
 */
public final class TestBed implements AutoCloseable {
  /** The counter's topic. */
  public static final String TOPIC = "counter-events";

  /** The other stream's topic, which faults may delete. */
  public static final String DOOMED_TOPIC = "doomed-events";

  /** Topic of the counter's quarantine. */
  public static final String QUARANTINE_TOPIC = "counter-quarantine";

  /** Path to which events for {@link #TOPIC} are posted. */
  public static final String PATH = "/api/counter";

  /** Path to which events for {@link #DOOMED_TOPIC} are posted. */
  public static final String DOOMED_PATH = "/api/events/doomed";

  public static final int PARTITIONS = 6;

  private static final int DOOMED_PARTITIONS = 3;
  private static final int QUARANTINE_PARTITIONS = 2;

  /** The node whose disk may be full. */
  private static final int DISK_NODE = 3;

  private static final long BROKER_DISK_BYTES = 8L << 30;
  private static final long CALIBRATION_DISK_BYTES = 16L << 20;

  private final Path folder;
  private final String kafkaClient;
  private final List<SmallDisk> disks = new ArrayList<>();
  private String whyNoDisks = "";
  private Cluster cluster;
  private GatewayProcess gateway;

  private TestBed(Path folder, String kafkaClient) {
    this.folder = folder;
    this.kafkaClient = kafkaClient;
  }

  /**
   * Starts all of it. Takes some twenty seconds.
   *
   * @param folder empty or to be made; what is written there stays, but for what was on disks of
   *     their own
   * @param gatewayMain main class of the command line, which knows {@code serve}
   * @param kafkaClient the gateway's {@code kafka.client}
   */
  public static TestBed open(Path folder, String gatewayMain, String kafkaClient)
      throws IOException, InterruptedException {
    TestBed bed = new TestBed(folder, kafkaClient);
    try {
      bed.start(gatewayMain);
      return bed;
    } catch (IOException | InterruptedException | RuntimeException | Error e) {
      bed.close();
      throw e;
    }
  }

  private void start(String gatewayMain) throws IOException, InterruptedException {
    Path kafka = Files.createDirectories(folder.resolve("kafka"));
    Path calibration = Files.createDirectories(folder.resolve("calibration"));
    try {
      disks.add(SmallDisk.mount(kafka.resolve("node-" + DISK_NODE), BROKER_DISK_BYTES));
      disks.add(SmallDisk.mount(calibration, CALIBRATION_DISK_BYTES));
    } catch (IOException e) {
      whyNoDisks = "no separate disks on this machine: " + e.getMessage();
      closeDisks();
    }
    cluster = Cluster.start(kafka);
    cluster.allow(TOPIC);
    cluster.allow(DOOMED_TOPIC);
    cluster.allow(QUARANTINE_TOPIC);
    cluster.createTopic(TOPIC, PARTITIONS);
    cluster.createTopic(QUARANTINE_TOPIC, QUARANTINE_PARTITIONS);
    createDoomedTopic();
    gateway = new GatewayProcess(gatewayMain, settings(), folder, configFile());
    gateway.start();
  }

  /** Also after it was deleted. */
  void createDoomedTopic() throws InterruptedException {
    cluster.createTopic(DOOMED_TOPIC, DOOMED_PARTITIONS);
  }

  private Path configFile() throws IOException {
    Path schema = folder.resolve("counter.avsc");
    Files.writeString(schema, StreamsConfig.counterSchema().toString());
    Path file = folder.resolve("gateway.yaml");
    Files.writeString(
        file,
        String.join(
            "\n",
            "streams:",
            "  doomed:",
            "    schema: counter.avsc",
            "    topic: " + DOOMED_TOPIC,
            "    route: " + DOOMED_PATH,
            "    key: customerId",
            ""));
    return file;
  }

  /** Timeouts are shorter than by default, so that more faults outlast them. */
  private Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(cluster.gatewaySettings());
    settings.put("REACTIVE_STREAMS_COUNTER_TOPIC", TOPIC);
    settings.put("REACTIVE_STREAMS_COUNTER_QUARANTINE", QUARANTINE_TOPIC);
    settings.put("REACTIVE_KAFKA_CLIENT", kafkaClient);
    settings.put("REACTIVE_KAFKA_QUEUE_TIMEOUT_MS", "3000");
    settings.put("REACTIVE_KAFKA_DELIVERY_TIMEOUT_MS", "6000");
    settings.put("REACTIVE_HTTP_ANSWER_TIMEOUT_MS", "12000");
    settings.put("REACTIVE_SHUTDOWN_TIMEOUT_MS", "15000");
    settings.put("REACTIVE_BATCH_CALIBRATION_FILE", calibrationFile().toString());
    return settings;
  }

  public Cluster cluster() {
    return cluster;
  }

  public GatewayProcess gateway() {
    return gateway;
  }

  Path calibrationFile() {
    return folder.resolve("calibration").resolve("calibration.db");
  }

  /** That of node 3. */
  SmallDisk brokerDisk() {
    return disks.get(0);
  }

  int brokerDiskNode() {
    return DISK_NODE;
  }

  /** That of the calibration file. */
  SmallDisk calibrationDisk() {
    return disks.get(1);
  }

  /** Reason why this machine gives no disks of their own; empty if it does. */
  Optional<String> whyNoDisks() {
    return disks.isEmpty() ? Optional.of(whyNoDisks) : Optional.empty();
  }

  /** Waits until nothing is left of faults in the cluster, 90 s at most. */
  public void awaitWhole() throws InterruptedException {
    cluster.awaitWhole(TOPIC);
    cluster.awaitWhole(QUARANTINE_TOPIC);
    cluster.awaitWhole(DOOMED_TOPIC);
  }

  /** Ends the gateway, the brokers, the disks. */
  @Override
  public void close() throws IOException {
    if (gateway != null) {
      gateway.close();
    }
    if (cluster != null) {
      cluster.close();
    }
    closeDisks();
  }

  private void closeDisks() throws IOException {
    IOException failure = null;
    for (SmallDisk disk : disks) {
      try {
        disk.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    disks.clear();
    if (failure != null) {
      throw failure;
    }
  }
}
