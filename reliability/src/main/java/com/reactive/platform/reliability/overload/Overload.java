package com.reactive.platform.reliability.overload;

import com.reactive.platform.cli.KafkaUnreachableException;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Progress;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayTarget;
import com.reactive.platform.kafka.benchmark.subject.http.HttpTargets;
import com.reactive.platform.kafka.embedded.BrokerNode;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Figure;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;

/**
 * Finds out how much a gateway can take, then offers it several times as much in an open loop, then
 * stops its broker (SIGSTOP) at the same load and lets it go on. Everything that was answered 201
 * is looked for in Kafka. Gateway and broker are processes of their own; the load comes from this
 * one. For one thread.
 *
 * <p>On a machine of few processors the generator could not offer several times what the gateway
 * takes. So Kafka is made to take less: by a quota on the gateway's client, over a window of two
 * seconds, which lets records through in bursts, as a broker in trouble does.
 */
public final class Overload implements Experiment {
  private static final int SPARE_CONNECTIONS = 64;
  private static final int LOAD_THREADS = 2;
  private static final int MESSAGE_BYTES = 200;

  /** About what an event takes in a produce request: its datum, headers, and Kafka's own. */
  private static final double EVENT_BYTES = 330;

  private static final int BROKER_HEAP_MEGABYTES = 512;
  private static final int CAPACITY_CONNECTIONS = 512;
  private static final String CLIENT_ID = "reactive-gateway";

  /** More than the gateway takes to answer whatever happens. */
  private static final Duration DRAIN = Duration.ofSeconds(40);

  private final OverloadPlan plan;
  private final Progress progress;

  public Overload(OverloadPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    Machine machine = Machine.current();
    OverloadFigures figures = new OverloadFigures(plan);
    Map<String, String> options =
        Map.of(
            "heap-mb",
            Integer.toString(plan.heapMegabytes()),
            // The default of this heap is less than the load has.
            "http.max-connections",
            Integer.toString(plan.connections() + SPARE_CONNECTIONS),
            "http.max-wait-ms",
            Integer.toString(plan.maxWaitMillis()),
            "kafka.client",
            plan.kafkaClient());
    TargetSpec spec = new TargetSpec("gateway", "gateway", options);
    try (EmbeddedKafka broker =
            EmbeddedKafka.builder()
                .heapMegabytes(BROKER_HEAP_MEGABYTES)
                .fullJit(true)
                .property("quota.window.num", "2")
                .start();
        BenchKafka kafka = BenchKafka.at(broker.bootstrapServers());
        GatewayTarget gateway =
            (GatewayTarget) Targets.inProcess().with(HttpTargets.kinds()).open(spec, kafka);
        GatewayWatch watch = GatewayWatch.begin(gateway)) {
      limit(kafka);
      Rig rig = new Rig(Optional.of(kafka), progress, DRAIN);
      figures.capacity(rig.run(gateway, Role.SUBJECT, closed()));
      overload(rig, gateway, watch, figures);
      if (plan.pauseSeconds() > 0) {
        pause(rig, gateway, watch, figures, broker.nodes().get(0));
      }
      ExperimentReport report = report(machine, figures.all());
      return report.detail("adminUnanswered", watch.unanswered()).detail("sound", report.passed());
    } catch (KafkaUnreachableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private ExperimentReport report(Machine machine, List<Figure> figures) {
    String capacity =
        plan.limitRate() == 0
            ? "Kafka limits the capacity"
            : String.format(
                Locale.ROOT, "A quota limits Kafka to about %,d events/s", plan.limitRate());
    String setup =
        String.format(
            Locale.ROOT,
            "%s; offered load %.1f times as high, over %,d connections with one request in flight each;"
                + " kafka.client %s, http.max-wait-ms %,d, -Xmx%dm, as much direct memory.%n"
                + "Latencies count from the time at which a request was due.",
            capacity,
            plan.factor(),
            plan.connections(),
            plan.kafkaClient(),
            plan.maxWaitMillis(),
            plan.heapMegabytes());
    return new ExperimentReport("Overload", machine).setup(setup, plan).figures(figures);
  }

  private void limit(BenchKafka kafka) throws IOException, InterruptedException {
    if (plan.limitRate() == 0) {
      return;
    }
    ClientQuotaEntity gateway =
        new ClientQuotaEntity(Map.of(ClientQuotaEntity.CLIENT_ID, CLIENT_ID));
    ClientQuotaAlteration.Op rate =
        new ClientQuotaAlteration.Op("producer_byte_rate", plan.limitRate() * EVENT_BYTES);
    try {
      kafka
          .admin()
          .alterClientQuotas(List.of(new ClientQuotaAlteration(gateway, List.of(rate))))
          .all()
          .get();
    } catch (ExecutionException e) {
      throw new IOException("Kafka rejects the quota: " + e.getCause().getMessage(), e.getCause());
    }
  }

  private Load closed() {
    return new Load(
        "capacity",
        LoadKind.CLOSED,
        LOAD_THREADS,
        Math.min(CAPACITY_CONNECTIONS, plan.connections()),
        0,
        plan.settleSeconds(),
        plan.measureSeconds(),
        MESSAGE_BYTES,
        Payload.RANDOM);
  }

  private Load open(String name, double capacity, int seconds) {
    return new Load(
        name,
        LoadKind.OPEN,
        LOAD_THREADS,
        plan.connections(),
        plan.factor() * capacity,
        plan.settleSeconds(),
        seconds,
        MESSAGE_BYTES,
        Payload.RANDOM,
        0);
  }

  private void overload(Rig rig, GatewayTarget gateway, GatewayWatch watch, OverloadFigures figures)
      throws InterruptedException {
    long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(plan.settleSeconds());
    Iteration turn =
        rig.run(gateway, Role.SUBJECT, open("overload", figures.capacity(), plan.seconds()));
    long end = start + TimeUnit.SECONDS.toNanos(plan.seconds());
    figures.overload(turn, watch.between(start, end));
  }

  private void pause(
      Rig rig,
      GatewayTarget gateway,
      GatewayWatch watch,
      OverloadFigures figures,
      BrokerNode broker)
      throws InterruptedException {
    int around = plan.settleSeconds();
    int seconds = around + plan.pauseSeconds() + 2 * around;
    long start = System.nanoTime() + TimeUnit.SECONDS.toNanos(around);
    try (BrokerPause pause =
        BrokerPause.begin(broker, start + TimeUnit.SECONDS.toNanos(around), plan.pauseSeconds())) {
      Iteration turn = rig.run(gateway, Role.SUBJECT, open("pause", figures.capacity(), seconds));
      figures.pause(
          turn,
          watch.between(start, pause.pausedNanos()),
          watch.between(pause.pausedNanos(), pause.resumedNanos()),
          watch.between(pause.resumedNanos(), System.nanoTime()),
          pause.resumedNanos());
    }
  }
}
