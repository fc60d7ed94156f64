package com.reactive.platform.reliability.abuse;

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
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.reliability.overload.GatewayWatch;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.OpenFiles;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Runs the same healthy load on a gateway alternately without and with many slow and idle clients.
 * Gateway and broker are processes of their own; load and crowd come from this one, so that what
 * the crowd costs here is part of what it seems to cost there. For one thread.
 */
public final class SlowClients implements Experiment {
  private static final int MESSAGE_BYTES = 200;
  private static final Duration DRAIN = Duration.ofSeconds(40);

  private final SlowClientsPlan plan;
  private final Progress progress;

  public SlowClients(SlowClientsPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    int flood = plan.flood();
    OpenFiles.require(flood + plan.connections());
    // A part of those that are gone may still be there when the next ones come.
    int most = 2 * flood + plan.connections() + 100;
    TargetSpec spec =
        new TargetSpec(
            "gateway",
            "gateway",
            Map.of(
                "http.max-connections",
                Integer.toString(most),
                "heap-mb",
                Integer.toString(plan.heapMegabytes())));
    Machine machine = Machine.current();
    List<SlowClientsIteration> all = new ArrayList<>();
    try (EmbeddedKafka broker = EmbeddedKafka.builder().fullJit(true).start();
        BenchKafka kafka = BenchKafka.at(broker.bootstrapServers());
        GatewayTarget gateway =
            (GatewayTarget) Targets.inProcess().with(HttpTargets.kinds()).open(spec, kafka);
        GatewayWatch watch = GatewayWatch.begin(gateway)) {
      Rig rig = new Rig(Optional.of(kafka), progress, DRAIN);
      for (int turn = 0; turn < plan.turns(); turn++) {
        Iteration without = rig.run(gateway, Role.BASELINE, load("without"));
        all.add(SlowClientsIteration.without(without.result()));
        all.add(flooded(rig, gateway, watch));
      }
      return SlowClientsReport.of(plan, machine, all, watch.unanswered());
    } catch (KafkaUnreachableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private SlowClientsIteration flooded(Rig rig, GatewayTarget gateway, GatewayWatch watch)
      throws IOException, InterruptedException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port());
    long start = System.nanoTime();
    try (ConnectionFlood flood =
        ConnectionFlood.gather(address, plan.slow(), plan.idle(), plan.unfinished())) {
      Iteration with = rig.run(gateway, Role.SUBJECT, load("with"));
      return new SlowClientsIteration(
          true,
          with.result(),
          flood.cutOff(),
          flood.turnedAway(),
          flood.overloaded(),
          watch.between(start, System.nanoTime()));
    }
  }

  private Load load(String name) {
    return new Load(
        name,
        LoadKind.CLOSED,
        SlowClientsPlan.LOAD_THREADS,
        plan.connections(),
        0,
        plan.settleSeconds(),
        plan.seconds(),
        MESSAGE_BYTES,
        Payload.RANDOM);
  }
}
