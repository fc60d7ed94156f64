package com.reactive.platform.reliability.crash;

import com.reactive.platform.kafka.benchmark.subject.http.GatewayStatus;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.kafka.embedded.FreePorts;
import com.reactive.platform.reliability.crash.CrashPlan.Trial;
import com.reactive.platform.reliability.oracle.CheckOptions;
import com.reactive.platform.reliability.oracle.LedgerCheck;
import com.reactive.platform.reliability.oracle.OracleCheck;
import com.reactive.platform.reliability.oracle.OracleLoad;
import com.reactive.platform.reliability.oracle.OracleSettings;
import com.reactive.platform.reliability.oracle.OracleVerdict;
import com.reactive.platform.reliability.oracle.TimeWindow;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** One Kafka, one load, and a gateway that ends again and again. For one thread. */
public final class CrashRun implements Experiment {
  private static final String TOPIC = "crash-events";
  private static final int PARTITIONS = 6;
  private static final long SERVING_MILLIS = 120_000;

  /** The launcher's first start after a build prepares faster ones, however long that takes. */
  private static final long FIRST_SERVING_MILLIS = 600_000;

  private static final int SHUTDOWN_MILLIS = 25_000;
  private static final long MARGIN_MILLIS = 10_000;
  private static final long AT_ONCE_MILLIS = 10_000;
  private static final long REPEAT_MILLIS = 1_000;
  private static final int EXIT_BY_SECOND_SIGNAL = 130;
  private static final long BETWEEN_SIGNALS_MILLIS = 300;

  /** Longer than the load's counts lag behind. */
  private static final long COUNTS_MILLIS = 250;

  /** More than the client's clock may be off. */
  private static final long CLOCKS_MILLIS = 100;

  private static final Duration GRACE = Duration.ofSeconds(60);

  private final CrashPlan plan;
  private final List<String> command;
  private final Path folder;
  private final Consumer<String> progress;
  private final List<TrialResult> results = new ArrayList<>();
  private final List<Long> backMillis = new ArrayList<>();
  private final List<TimeWindow> orderlyStops = new ArrayList<>();
  private final List<TimeWindow> outages = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, String> settings = new HashMap<>();
  private EmbeddedKafka kafka;
  private OracleLoad load;
  private ChildProcess gateway;
  private long acksBefore;
  private boolean serving;

  /** Since when the gateway does not serve, of the wall clock. */
  private long outageMillis = System.currentTimeMillis();

  private long startNanos;

  /**
   * @param command that runs {@code serve}
   * @param folder for the journals and the gateway's log; the caller's to delete
   * @param progress gets a line for each trial
   */
  public CrashRun(CrashPlan plan, List<String> command, Path folder, Consumer<String> progress) {
    this.plan = plan;
    this.command = List.copyOf(command);
    this.folder = folder;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    Machine machine = Machine.current();
    long start = System.nanoTime();
    int httpPort = FreePorts.any();
    int adminPort = FreePorts.any();
    try (EmbeddedKafka broker =
        EmbeddedKafka.builder().fullJit(true).topic(TOPIC, PARTITIONS).start()) {
      kafka = broker;
      settings.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", broker.bootstrapServers());
      settings.put("REACTIVE_STREAMS_COUNTER_TOPIC", TOPIC);
      settings.put("REACTIVE_HTTP_PORT", Integer.toString(httpPort));
      settings.put("REACTIVE_ADMIN_PORT", Integer.toString(adminPort));
      settings.put("REACTIVE_SHUTDOWN_TIMEOUT_MS", Integer.toString(SHUTDOWN_MILLIS));
      settings.put("REACTIVE_BATCH_CALIBRATION_FILE", folder.resolve("calibration.db").toString());
      settings.put("REACTIVE_KAFKA_CLIENT", plan.kafkaClient());
      settings.put("GATEWAY_JAVA_OPTS", "-Xmx" + plan.heapMegabytes() + "m");
      OracleVerdict verdict = loadAndCheck(httpPort, new GatewayStatus(adminPort));
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
      return CrashReport.of(
          new CrashResult(plan, results, backMillis, verdict, problems, seconds), machine);
    }
  }

  private OracleVerdict loadAndCheck(int port, GatewayStatus status)
      throws IOException, InterruptedException {
    Path journals = folder.resolve("journals");
    OracleSettings client =
        OracleSettings.of(URI.create("http://127.0.0.1:" + port + "/api/counter"), TOPIC, journals)
            .mode(plan.mode())
            .connections(plan.connections(), plan.pipelined())
            .rate(plan.ratePerSecond())
            .build();
    try (OracleLoad oracle = OracleLoad.start(client)) {
      load = oracle;
      startGateway();
      awaitServing(FIRST_SERVING_MILLIS);
      backMillis.clear();
      int number = 0;
      List<Trial> trials = plan.trials();
      for (Trial trial : trials) {
        run(trial);
        number++;
        progress.accept(
            "%d of %d (%s): %s"
                .formatted(number, trials.size(), trial.kind().text(), load.counts()));
      }
      awaitServing();
      oracle.stop(GRACE);
      problems.addAll(LedgerCheck.ofWhatIs(status.fetch()));
      terminate();
    } finally {
      if (gateway != null) {
        gateway.close();
      }
    }
    progress.accept("comparing the journals with the topic ...");
    return OracleCheck.check(
        journals,
        CheckOptions.of(kafka.bootstrapServers(), TOPIC)
            .ofOwnTopic()
            .withOrderlyStops(orderlyStops)
            .withMode(plan.mode(), outages));
  }

  private void startGateway() throws IOException, InterruptedException {
    startNanos = System.nanoTime();
    gateway = ChildProcess.start(command, settings, folder.resolve("gateway.log"));
    Thread.sleep(COUNTS_MILLIS);
    expectAcks();
  }

  /** From now on, more of them show that the gateway serves. */
  private void expectAcks() {
    acksBefore = load.count(ResponseContract.CREATED);
    serving = false;
  }

  private void run(Trial trial) throws IOException, InterruptedException {
    if (trial.atStart() && !serving) {
      gateway.awaitExit(
          Duration.ofMillis(Math.max(1, trial.delayMillis() - millisSince(startNanos))));
    } else {
      awaitServing();
      gateway.awaitExit(Duration.ofMillis(1 + trial.delayMillis()));
    }
    requireAlive();
    long fromMillis = System.currentTimeMillis();
    outageMillis = serving ? fromMillis : outageMillis;
    if (trial.kind() == CrashKind.PAUSE) {
      pause(trial.pauseMillis());
      results.add(new TrialResult(trial.kind(), 0));
      return;
    }
    long nanos = System.nanoTime();
    switch (trial.kind()) {
      case TERM -> terminate();
      case SECOND_TERM -> nanos = terminateTwice();
      default -> gateway.kill();
    }
    results.add(new TrialResult(trial.kind(), millisSince(nanos)));
    startGateway();
    if (trial.kind() == CrashKind.TERM) {
      // By then the client has noted all connections that it lost to the one before.
      awaitServing();
      orderlyStops.add(new TimeWindow(fromMillis, System.currentTimeMillis()));
      Thread.sleep(CLOCKS_MILLIS);
    }
  }

  private void awaitServing() throws IOException, InterruptedException {
    awaitServing(SERVING_MILLIS);
  }

  private void awaitServing(long maxMillis) throws IOException, InterruptedException {
    long start = System.nanoTime();
    while (!serving) {
      if (load.count(ResponseContract.CREATED) > acksBefore) {
        serving = true;
        outages.add(new TimeWindow(outageMillis, System.currentTimeMillis()));
        backMillis.add(millisSince(startNanos));
        return;
      }
      if (!load.isAlive()) {
        load.stop(Duration.ZERO); // says why
      }
      requireAlive();
      if (millisSince(start) > maxMillis) {
        throw new IOException("the gateway does not respond" + gateway.tail());
      }
      Thread.sleep(5);
    }
  }

  private void requireAlive() throws IOException {
    if (!gateway.isAlive()) {
      throw new IOException(
          "the gateway ended by itself with exit code %d%s"
              .formatted(gateway.exitCode(), gateway.tail()));
    }
  }

  private static long millisSince(long startNanos) {
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
  }

  private void terminate() throws InterruptedException {
    gateway.terminate();
    if (!gateway.awaitExit(Duration.ofMillis(SHUTDOWN_MILLIS + MARGIN_MILLIS))) {
      problems.add("the gateway still ran long after SIGTERM");
      gateway.kill();
    } else if (gateway.exitCode() != 0) {
      problems.add("after SIGTERM the exit code was " + gateway.exitCode());
    }
  }

  /**
   * While Kafka stands still, so that the first signal alone would not end it soon. The second is
   * repeated: the system makes one of two signals that come too close.
   *
   * @return when the second was sent
   */
  private long terminateTwice() throws InterruptedException {
    kafka.nodes().get(0).pause();
    try {
      Thread.sleep(BETWEEN_SIGNALS_MILLIS); // the load waits for Kafka by then
      gateway.terminate();
      gateway.awaitExit(Duration.ofMillis(BETWEEN_SIGNALS_MILLIS));
      long nanos = System.nanoTime();
      do {
        gateway.terminate();
      } while (!gateway.awaitExit(Duration.ofMillis(REPEAT_MILLIS))
          && millisSince(nanos) < AT_ONCE_MILLIS);
      if (gateway.isAlive()) {
        problems.add("the gateway still ran long after a second SIGTERM");
        gateway.kill();
      } else if (gateway.exitCode() != 0 && gateway.exitCode() != EXIT_BY_SECOND_SIGNAL) {
        problems.add("after a second SIGTERM the exit code was " + gateway.exitCode());
      }
      return nanos;
    } finally {
      kafka.nodes().get(0).resume();
    }
  }

  private void pause(int millis) throws IOException, InterruptedException {
    gateway.pause();
    try {
      Thread.sleep(Math.max(COUNTS_MILLIS, millis));
      expectAcks();
    } finally {
      gateway.resume();
      startNanos = System.nanoTime();
    }
  }
}
