package com.reactive.platform.kafka.benchmark.footprint;

import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Figure;
import com.reactive.platform.testbed.FolderTree;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.ProcStat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Start-up time, idle cost and memory of the gateway, as a user sees them: {@code serve} with a
 * running Kafka, and {@code up}, each started as a process and measured from outside. For one
 * thread.
 */
public final class Footprint implements Experiment {
  private static final String TOPIC = "counter-events";
  private static final int PARTITIONS = 6;

  private static final Duration START = Duration.ofMinutes(3);
  private static final Duration READY = Duration.ofMinutes(1);
  private static final long POLL_MILLIS = 5;
  private static final Duration STOP = Duration.ofMinutes(1);

  /** Figures of each round. */
  private enum Measure {
    SERVE_READY("serve: ready after, s", 1.5),
    SERVE_CPU("serve: CPU time until ready, s", Double.NaN),
    IDLE_CPU("serve: idle, % of a core", 1),
    IDLE_RSS("serve: idle, RSS in MB", 150),
    IDLE_PSS("serve: idle, PSS in MB", Double.NaN),
    IDLE_CONNECTION("serve: an idle connection, KiB", 16),
    USED_CONNECTION("serve: a connection that posts, KiB", Double.NaN),
    ARRIVING("serve: a connection in the middle of an event, KiB", Double.NaN),
    IDLE_HTTP2("serve: an idle HTTP/2 connection, KiB", 32),
    USED_HTTP2("serve: an HTTP/2 connection that posts, KiB", Double.NaN),
    ARRIVING_HTTP2("serve: an HTTP/2 connection in the middle of an event, KiB", Double.NaN),
    UP_READY("up: ready after, s", 8),
    UP_CPU("up: CPU time until ready, with Kafka, s", Double.NaN);

    private final String text;
    private final double atMost;

    Measure(String text, double atMost) {
      this.text = text;
      this.atMost = atMost;
    }
  }

  private final List<String> launcher;
  private final Duration settle;
  private final Duration idle;
  private final int rounds;
  private final boolean warmUp;
  private final int connections;
  private final Consumer<String> progress;
  private final Map<Measure, List<Double>> seen = new EnumMap<>(Measure.class);

  /**
   * @param launcher the command before {@code up} and {@code serve}
   * @param settle time from ready to idle
   * @param idle measured time of an idle gateway
   * @param rounds number of measurements, at least one
   * @param progress receives lines for people who wait
   */
  public Footprint(
      List<String> launcher,
      Duration settle,
      Duration idle,
      int rounds,
      Consumer<String> progress) {
    this(launcher, settle, idle, rounds, true, ConnectionMemory.MANY, progress);
  }

  /**
   * @param warmUp false for a test that has no time for an unmeasured start
   * @param connections number of connections whose memory is measured
   */
  Footprint(
      List<String> launcher,
      Duration settle,
      Duration idle,
      int rounds,
      boolean warmUp,
      int connections,
      Consumer<String> progress) {
    this.launcher = List.copyOf(launcher);
    this.settle = settle;
    this.idle = idle;
    this.rounds = rounds;
    this.warmUp = warmUp;
    this.connections = connections;
    this.progress = progress;
  }

  /** Starts both once without counting it, then measures. */
  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    if (!ProcStat.isThere()) {
      throw new IOException("footprint measurements require Linux");
    }
    Machine machine = Machine.current();
    Path folder = Files.createTempDirectory("reactive-footprint");
    try (EmbeddedKafka kafka =
        EmbeddedKafka.builder().fullJit(true).topic(TOPIC, PARTITIONS).start()) {
      if (warmUp) {
        progress.accept("warming up with one unmeasured start ...");
        serve(kafka.bootstrapServers(), folder, Duration.ZERO, Duration.ZERO);
        up(folder);
        seen.clear();
      }
      for (int round = 1; round <= rounds; round++) {
        progress.accept("round " + round + " of " + rounds + " ...");
        serve(kafka.bootstrapServers(), folder, settle, idle);
        ConnectionMemory.Cost http1 = connections(kafka, folder, HeldHttp1Connection::new);
        saw(Measure.IDLE_CONNECTION, http1.idleKibibytes());
        saw(Measure.USED_CONNECTION, http1.usedKibibytes());
        saw(Measure.ARRIVING, http1.arrivingKibibytes());
        ConnectionMemory.Cost http2 = connections(kafka, folder, HeldHttp2Connection::new);
        saw(Measure.IDLE_HTTP2, http2.idleKibibytes());
        saw(Measure.USED_HTTP2, http2.usedKibibytes());
        saw(Measure.ARRIVING_HTTP2, http2.arrivingKibibytes());
        up(folder);
      }
    } finally {
      FolderTree.delete(folder);
    }
    List<Figure> figures = new ArrayList<>();
    seen.forEach(
        (measure, all) -> figures.add(Figure.ofRounds(measure.text, all).atMost(measure.atMost)));
    return new ExperimentReport("Footprint", machine).figures(figures);
  }

  private void serve(String bootstrapServers, Path folder, Duration settleFor, Duration idleFor)
      throws IOException, InterruptedException {
    try (ChildProcess gateway = serving(settings(bootstrapServers, folder))) {
      awaitReady(gateway);
      saw(Measure.SERVE_READY, gateway.secondsSinceStart());
      saw(Measure.SERVE_CPU, gateway.cpuSeconds());
      Thread.sleep(settleFor.toMillis());
      double before = gateway.cpuSeconds();
      long startNanos = System.nanoTime();
      Thread.sleep(idleFor.toMillis());
      double share = 1e9 * (gateway.cpuSeconds() - before) / (System.nanoTime() - startNanos);
      saw(Measure.IDLE_CPU, 100 * share);
      saw(Measure.IDLE_RSS, ProcStat.megabytes(gateway.pid(), "Rss"));
      saw(Measure.IDLE_PSS, ProcStat.megabytes(gateway.pid(), "Pss"));
      gateway.stop(STOP);
    }
  }

  /** In a JVM of its own, whose heap does not grow. */
  private ConnectionMemory.Cost connections(
      EmbeddedKafka kafka, Path folder, OpenConnections.Protocol protocol)
      throws IOException, InterruptedException {
    Map<String, String> settings = settings(kafka.bootstrapServers(), folder);
    ConnectionMemory.addTo(settings);
    settings.put("REACTIVE_HTTP_IDLE_TIMEOUT_MS", "3600000"); // none is to be closed meanwhile
    settings.put("REACTIVE_HTTP_REQUEST_TIMEOUT_MS", "600000");
    try (ChildProcess gateway = serving(settings)) {
      URI data = URI.create(awaitReady(gateway).replaceFirst("^listening http=(\\S+) .*", "$1"));
      ConnectionMemory.Cost cost =
          new ConnectionMemory(gateway.pid(), data.getPort(), protocol, connections).measure();
      gateway.stop(STOP);
      return cost;
    }
  }

  private static Map<String, String> settings(String bootstrapServers, Path folder) {
    Map<String, String> settings = new HashMap<>();
    settings.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    settings.put("REACTIVE_STREAMS_COUNTER_TOPIC", TOPIC);
    settings.put("REACTIVE_HTTP_PORT", "0");
    settings.put("REACTIVE_ADMIN_PORT", "0");
    settings.put("REACTIVE_BATCH_CALIBRATION_FILE", folder.resolve("calibration.db").toString());
    return settings;
  }

  private ChildProcess serving(Map<String, String> settings) throws IOException {
    return ChildProcess.start(command("serve"), settings);
  }

  /** Returns the line with which it announced its addresses. */
  private static String awaitReady(ChildProcess gateway) throws IOException, InterruptedException {
    String line = gateway.awaitLine("listening http=", START);
    int port = URI.create(line.substring(line.indexOf(" admin=") + " admin=".length())).getPort();
    GatewayStatus status = new GatewayStatus(port);
    long startNanos = System.nanoTime();
    while (!status.ready()) {
      if (System.nanoTime() - startNanos > READY.toNanos()) {
        throw new IOException("the gateway did not become ready: " + line);
      }
      Thread.sleep(POLL_MILLIS);
    }
    return line;
  }

  private void up(Path folder) throws IOException, InterruptedException {
    Path data = folder.resolve("up");
    String[] arguments = {
      "up", "--http-port", "0", "--kafka-port", "0", "--admin-port", "0", "--data-dir", "" + data
    };
    try (ChildProcess both = ChildProcess.start(command(arguments), Map.of())) {
      both.awaitLine("ready http=", START);
      saw(Measure.UP_READY, both.secondsSinceStart());
      saw(Measure.UP_CPU, both.cpuSeconds());
      both.stop(STOP);
    }
    FolderTree.delete(data);
  }

  private List<String> command(String... arguments) {
    return Stream.concat(launcher.stream(), Stream.of(arguments)).toList();
  }

  private void saw(Measure measure, double value) {
    seen.computeIfAbsent(measure, none -> new ArrayList<>()).add(value);
  }
}
