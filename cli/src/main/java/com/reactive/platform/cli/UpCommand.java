package com.reactive.platform.cli;

import com.reactive.platform.gateway.Gateway;
import com.reactive.platform.gateway.GatewayConfig;
import com.reactive.platform.gateway.config.Settings;
import com.reactive.platform.gateway.stream.StreamDefinition;
import com.reactive.platform.gateway.stream.StreamsConfig;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.EmbeddedKafkaException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "up",
    mixinStandardHelpOptions = true,
    description = {
      "Run the gateway with an embedded Kafka, until Ctrl-C.",
      "Prints a line `ready http=... kafka=... admin=...` once it accepts events, then example curl"
          + " commands, the URL of the live page, and the routes. The data directory keeps the data"
          + " for the next start."
    },
    footer = {"", "Example: ./reactive up --http-port 8081 --data-dir /tmp/reactive"})
final class UpCommand implements Callable<Integer> {
  private static final long READY_SECONDS = 60;

  /** Small machines need a minute, emulated ones two. */
  private static final Duration KAFKA_START = Duration.ofMinutes(4);

  private static final int PARTITIONS = 6;
  private static final String KAFKA = "kafka";
  private static final String POSTGRES = "postgres";

  /** Longer than a broker takes to end after its parent. */
  private static final Duration BROKER_GONE = Duration.ofSeconds(15);

  @Spec private CommandSpec spec;

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      description = "HTTP port for events (default: 8080; 0: any free port).")
  private Integer httpPort;

  @Option(
      names = "--kafka-port",
      paramLabel = "PORT",
      defaultValue = "9092",
      description = "Kafka port (default: ${DEFAULT-VALUE}; 0: any free port).")
  private int kafkaPort;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "YAML file of settings, as for serve; its Kafka address is ignored.")
  private Path configFile;

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      description = "Admin port, for probes and status (default: 9464; 0: any free port).")
  private Integer adminPort;

  @Option(
      names = "--outbox",
      description =
          "Also run a Postgres, which must be installed, and publish the rows of its outbox"
              + " table; prints a psql line to try.")
  private boolean outbox;

  /** Null without --outbox. */
  private OutboxDatabase database;

  @Mixin private DataDirOption dataDir;

  @Mixin private DiagnosticsOption diagnostics;

  @Override
  public Integer call() throws Exception {
    if (kafkaPort < 0 || kafkaPort > 65_535) {
      throw new ParameterException(
          spec.commandLine(), "--kafka-port must be 0 to 65535, not " + kafkaPort);
    }
    StopSignal stop = StopSignal.install();
    // Also to say what is wrong with the settings before anybody waits for Kafka.
    GatewayConfig checked = GatewayConfig.from(settings("127.0.0.1:" + kafkaPort));
    LogSetup.apply(checked.telemetry().log());
    List<String> topics =
        checked.streams().stream().flatMap(StreamDefinition::topics).distinct().toList();
    Path dir = createDataDir();
    InstanceLock lock = take(dir);
    try {
      tidyUpAfterTheLast(dir, stop);
      requireFreePorts(checked);
      say("starting Kafka, data in " + dir + " ...");
      say("a single broker keeps a single copy of each event: for trial only");
      return outbox ? runWithDatabase(dir, topics, stop) : run(dir, topics, stop);
    } finally {
      lock.close();
    }
  }

  private int runWithDatabase(Path dir, List<String> topics, StopSignal stop) throws Exception {
    say("starting Postgres, data in " + dir.resolve(POSTGRES) + " ...");
    try (OutboxDatabase started = OutboxDatabase.start(dir.resolve(POSTGRES))) {
      database = started;
      return run(dir, topics, stop);
    }
  }

  private int run(Path dir, List<String> topics, StopSignal stop) throws Exception {
    try (EmbeddedKafka kafka = stop.interrupting(() -> startKafka(dir, topics))) {
      return run(kafka, dir, stop);
    } catch (EmbeddedKafkaException e) {
      if (!stop.isReceived()) {
        throw e;
      }
      return 0;
    }
  }

  /** Returns the exit code: 1 if the broker ended, 0 after a signal. */
  private int run(EmbeddedKafka kafka, Path dir, StopSignal stop) throws Exception {
    BrokerNode broker = kafka.nodes().get(0);
    broker.onExit(stop::request);
    GatewayConfig config = GatewayConfig.from(settings(kafka.bootstrapServers()));
    Optional<String> ended;
    try (Gateway gateway =
        Gateway.start(config, () -> GatewayConfig.from(settings(kafka.bootstrapServers())))) {
      awaitReady(gateway, stop);
      if (!stop.isReceived()) {
        announce(gateway, config, kafka, dir);
        stop.await();
      }
      ended = broker.ended();
      ended.ifPresent(how -> say("error: " + how));
      say("stopping ...");
    }
    RunningInstance.remove(dir);
    return ended.isPresent() ? 1 : 0;
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private Path createDataDir() {
    Path dir = dataDir.path.toAbsolutePath().normalize();
    try {
      return Files.createDirectories(dir);
    } catch (IOException e) {
      throw new CommandFailedException("cannot create the data directory " + dir + ": " + e);
    }
  }

  private static InstanceLock take(Path dir) throws InterruptedException {
    try {
      Optional<InstanceLock> lock = InstanceLock.take(dir);
      if (lock.isPresent()) {
        return lock.get();
      }
      throw new CommandFailedException(
          "already running with this data directory: "
              + RunningInstance.read(dir)
                  .map(other -> "process " + other.pid() + ", http=" + other.http())
                  .orElse("not ready yet")
              + "; stop it, or choose another --data-dir");
    } catch (IOException e) {
      throw new CommandFailedException("cannot lock the data directory " + dir + ": " + e);
    }
  }

  /** One that was killed leaves its file behind, and for a moment its broker. */
  private void tidyUpAfterTheLast(Path dir, StopSignal stop) throws Exception {
    Optional<RunningInstance> last = RunningInstance.read(dir);
    if (last.isEmpty()) {
      return;
    }
    say("process " + last.get().pid() + " did not shut down cleanly; its events are kept");
    RunningInstance.remove(dir);
    stop.interrupting(() -> EmbeddedKafka.awaitUnused(dir.resolve(KAFKA), BROKER_GONE));
  }

  private void requireFreePorts(GatewayConfig config) throws IOException {
    WantedPort.requireFree(
        List.of(
            new WantedPort("--http-port", config.http().host(), config.http().port()),
            new WantedPort("--kafka-port", "127.0.0.1", kafkaPort),
            new WantedPort("--admin-port", config.admin().host(), config.admin().port())));
  }

  private EmbeddedKafka startKafka(Path dir, List<String> topics) {
    EmbeddedKafka.Builder kafka =
        EmbeddedKafka.builder()
            .port(kafkaPort)
            .dataDir(dir.resolve(KAFKA))
            .heapMegabytes(512)
            .startTimeout(KAFKA_START)
            .fullJit(true);
    topics.forEach(topic -> kafka.topic(topic, PARTITIONS));
    return kafka.start();
  }

  /** The environment as for {@code serve}, with what was said on the command line over it. */
  private Settings settings(String bootstrapServers) {
    Map<String, String> env = new HashMap<>(System.getenv());
    env.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", bootstrapServers);
    env.putIfAbsent(
        "REACTIVE_BATCH_CALIBRATION_FILE",
        dataDir.path.toAbsolutePath().resolve("calibration.db").normalize().toString());
    if (httpPort != null) {
      env.put("REACTIVE_HTTP_PORT", httpPort.toString());
    }
    if (adminPort != null) {
      env.put("REACTIVE_ADMIN_PORT", adminPort.toString());
    }
    diagnostics.addTo(env);
    if (database != null) {
      database.addTo(env);
    }
    return (configFile == null ? Settings.of(env) : Settings.of(configFile, env))
        .withDefault(StreamsConfig.COUNTER_ENABLED, "true");
  }

  private static void awaitReady(Gateway gateway, StopSignal stop) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (!gateway.ready() && !stop.isReceived()) {
      if (System.nanoTime() > deadline) {
        throw new CommandFailedException(
            "not ready within " + READY_SECONDS + " s: " + gateway.notReadyBecause());
      }
      Thread.sleep(20);
    }
  }

  private void announce(Gateway gateway, GatewayConfig config, EmbeddedKafka kafka, Path dir)
      throws IOException {
    Urls urls = Urls.of(gateway, config);
    RunningInstance.ofThisProcess(urls.http(), kafka.bootstrapServers(), urls.admin()).write(dir);
    PrintWriter out = spec.commandLine().getOut();
    out.println(
        "ready http=%s kafka=%s admin=%s"
            .formatted(urls.http(), kafka.bootstrapServers(), urls.admin()));
    new FirstSteps(urls, config).lines().forEach(out::println);
    if (database != null) {
      out.println(database.psql(config));
    }
    out.flush();
  }
}
