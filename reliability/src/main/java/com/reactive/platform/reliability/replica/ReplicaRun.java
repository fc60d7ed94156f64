package com.reactive.platform.reliability.replica;

import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.reliability.fault.GatewayProcess;
import com.reactive.platform.reliability.oracle.CheckOptions;
import com.reactive.platform.reliability.oracle.OracleCheck;
import com.reactive.platform.reliability.oracle.OracleLoad;
import com.reactive.platform.reliability.oracle.OracleSettings;
import com.reactive.platform.reliability.oracle.OracleVerdict;
import com.reactive.platform.reliability.oracle.TimeWindow;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.ResponseContract;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** One Kafka, some gateways behind a {@link Router}, one of which is killed again and again. */
public final class ReplicaRun implements Experiment {
  private static final String TOPIC = "replica-events";
  private static final int PARTITIONS = 6;
  private static final int MAX_PAUSE_MILLIS = 2_000;
  private static final long FIRST_ACK_MILLIS = 60_000;
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final ReplicaPlan plan;
  private final String gatewayMain;
  private final Path folder;
  private final Consumer<String> progress;
  private final List<GatewayProcess> gateways = new ArrayList<>();
  private final List<TimeWindow> outages = new ArrayList<>();

  /**
   * @param gatewayMain main class of the command line, which knows {@code serve}
   * @param folder for journals and logs; the caller's to delete
   * @param progress gets a line for each kill
   */
  public ReplicaRun(ReplicaPlan plan, String gatewayMain, Path folder, Consumer<String> progress) {
    this.plan = plan;
    this.gatewayMain = gatewayMain;
    this.folder = folder;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    Machine machine = Machine.current();
    try (EmbeddedKafka kafka =
        EmbeddedKafka.builder().fullJit(true).topic(TOPIC, PARTITIONS).start()) {
      for (int i = 0; i < plan.instances(); i++) {
        gateways.add(gateway(kafka, i));
        gateways.get(i).start();
      }
      Path journals = folder.resolve("journals");
      List<Integer> ports = gateways.stream().map(GatewayProcess::port).toList();
      try (Router router = Router.start(folder, plan.routing(), ports);
          OracleLoad load = OracleLoad.start(load(router, journals))) {
        awaitAck(router, load);
        killAll(router, load);
        load.stop(GRACE);
      }
      progress.accept("comparing the journals with the topic ...");
      OracleVerdict verdict =
          OracleCheck.check(
              journals,
              CheckOptions.of(kafka.bootstrapServers(), TOPIC)
                  .ofOwnTopic()
                  .withMode(plan.mode(), outages));
      return report(verdict, machine);
    } finally {
      gateways.forEach(GatewayProcess::close);
    }
  }

  private GatewayProcess gateway(EmbeddedKafka kafka, int number) throws IOException {
    Path own = Files.createDirectories(folder.resolve("gateway-" + (number + 1)));
    Path file = Files.writeString(own.resolve("gateway.yaml"), "");
    Map<String, String> settings = new HashMap<>(plan.environment());
    settings.put("REACTIVE_KAFKA_BOOTSTRAP_SERVERS", kafka.bootstrapServers());
    settings.put("REACTIVE_STREAMS_COUNTER_TOPIC", TOPIC);
    settings.put("REACTIVE_BATCH_CALIBRATION_FILE", own.resolve("calibration.db").toString());
    return new GatewayProcess(gatewayMain, settings, own, file);
  }

  private OracleSettings load(Router router, Path journals) {
    URI url = URI.create("http://127.0.0.1:" + router.port() + "/api/counter");
    return OracleSettings.of(url, TOPIC, journals)
        .mode(plan.mode())
        .connections(plan.connections(), 1)
        .rate(plan.ratePerSecond())
        .build();
  }

  private static void awaitAck(Router router, OracleLoad load)
      throws IOException, InterruptedException {
    long startNanos = System.nanoTime();
    while (load.count(ResponseContract.CREATED) == 0) {
      router.requireAlive();
      if (System.nanoTime() - startNanos > FIRST_ACK_MILLIS * 1_000_000) {
        throw new IOException("no event was acknowledged before the first kill");
      }
      Thread.sleep(10);
    }
  }

  private void killAll(Router router, OracleLoad load) throws IOException, InterruptedException {
    SplittableRandom random = new SplittableRandom(plan.seed());
    for (int kill = 1; kill <= plan.kills(); kill++) {
      Thread.sleep(random.nextInt(MAX_PAUSE_MILLIS));
      GatewayProcess victim = gateways.get(random.nextInt(plan.instances()));
      long fromMillis = System.currentTimeMillis();
      victim.kill();
      victim.start();
      outages.add(new TimeWindow(fromMillis, System.currentTimeMillis()));
      router.requireAlive();
      progress.accept("%d of %d: %s".formatted(kill, plan.kills(), load.counts()));
    }
  }

  private ExperimentReport report(OracleVerdict verdict, Machine machine) {
    ExperimentReport report =
        new ExperimentReport("Gateways behind a proxy", machine)
            .command(plan.command())
            .setup("Seed " + plan.seed() + ".", plan)
            .text("", verdict.table())
            .problems(verdict.problems())
            .detail("answers", verdict.toJson());
    return report.closing(report.verdict() + "; again: " + plan.command());
  }
}
