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
 * The same healthy load on a gateway, turn by turn without and with a crowd of slow and idle
 * clients. Gateway and broker are processes of their own; load and crowd come from this one, so
 * that what the crowd costs here is part of what it seems to cost there. For one thread.
 */
public final class SlowClients {
  static final int LOAD_THREADS = 2;
  private static final int MESSAGE_BYTES = 200;
  private static final Duration DRAIN = Duration.ofSeconds(40);

  private final SlowClientsPlan plan;
  private final Progress progress;

  public SlowClients(SlowClientsPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  /**
   * Does all of it.
   *
   * @throws IOException with one clear sentence if something does not start
   */
  public SlowClientsReport run() throws IOException, InterruptedException {
    int all = plan.crowd();
    OpenFiles.require(all + plan.connections());
    // A part of those that are gone may still be there when the next ones come.
    int most = 2 * all + plan.connections() + 100;
    TargetSpec spec =
        new TargetSpec(
            "gateway",
            "gateway",
            Map.of(
                "http.max-connections",
                Integer.toString(most),
                "heap-mb",
                Integer.toString(plan.heapMegabytes())));
    List<SlowClientsReport.Half> halves = new ArrayList<>();
    try (EmbeddedKafka broker = EmbeddedKafka.builder().fullJit(true).start();
        BenchKafka kafka = BenchKafka.at(broker.bootstrapServers());
        GatewayTarget gateway =
            (GatewayTarget) Targets.inProcess().with(HttpTargets.kinds()).open(spec, kafka);
        GatewayWatch watch = GatewayWatch.begin(gateway)) {
      InetSocketAddress address =
          new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port());
      Rig rig = new Rig(Optional.of(kafka), progress, DRAIN);
      for (int turn = 0; turn < plan.turns(); turn++) {
        Iteration without = rig.run(gateway, Role.BASELINE, load("without"));
        halves.add(new SlowClientsReport.Half(false, without, 0, 0, 0, List.of()));
        long start = System.nanoTime();
        try (ConnectionFlood crowd =
            ConnectionFlood.gather(address, plan.slow(), plan.idle(), plan.unfinished())) {
          Iteration with = rig.run(gateway, Role.SUBJECT, load("with"));
          halves.add(
              new SlowClientsReport.Half(
                  true,
                  with,
                  crowd.cutOff(),
                  crowd.turnedAway(),
                  crowd.overloaded(),
                  watch.between(start, System.nanoTime())));
        }
      }
      return new SlowClientsReport(plan, halves, watch.unanswered());
    } catch (KafkaUnreachableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private Load load(String name) {
    return new Load(
        name,
        LoadKind.CLOSED,
        LOAD_THREADS,
        plan.connections(),
        0,
        plan.settleSeconds(),
        plan.seconds(),
        MESSAGE_BYTES,
        Payload.RANDOM);
  }
}
