package com.reactive.platform.reliability.abuse;

import com.reactive.platform.cli.KafkaUnreachableException;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Payload;
import com.reactive.platform.kafka.benchmark.rig.Progress;
import com.reactive.platform.kafka.benchmark.rig.Rig;
import com.reactive.platform.kafka.benchmark.subject.TargetSpec;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.kafka.benchmark.subject.http.GatewayTarget;
import com.reactive.platform.kafka.benchmark.subject.http.HttpTargets;
import com.reactive.platform.kafka.embedded.EmbeddedKafka;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;

/**
 * Runs the same healthy load on a gateway without bad events, with a flood of them that is refused,
 * and with the same flood quarantined; then compares the quarantine with the answers. Gateway and
 * broker are processes of their own; load and flood come from this one. For one thread.
 */
public final class BadEvents implements Experiment {
  /** The streams that bad events are posted to. */
  static final String KEPT = "kept";

  private static final String REFUSED = "refused";
  private static final String QUARANTINE = "bad-events-quarantine";

  private static final int MESSAGE_BYTES = 200;
  private static final Duration DRAIN = Duration.ofSeconds(40);

  private final BadEventsPlan plan;
  private final Progress progress;

  public BadEvents(BadEventsPlan plan, Progress progress) {
    this.plan = plan;
    this.progress = progress;
  }

  @Override
  public ExperimentReport run() throws IOException, InterruptedException {
    Machine machine = Machine.current();
    List<BadEventsIteration> all = new ArrayList<>();
    TargetSpec spec = new TargetSpec("gateway", "gateway", Map.of("quarantine-topic", QUARANTINE));
    try (EmbeddedKafka broker = EmbeddedKafka.builder().fullJit(true).start();
        BenchKafka kafka = BenchKafka.at(broker.bootstrapServers())) {
      kafka.createTopic(QUARANTINE, 1);
      try (GatewayTarget gateway =
          (GatewayTarget) Targets.inProcess().with(HttpTargets.kinds()).open(spec, kafka)) {
        Rig rig = new Rig(Optional.of(kafka), progress, DRAIN);
        for (int turn = 0; turn < plan.turns(); turn++) {
          all.add(new BadEventsIteration("", load(rig, gateway, Role.BASELINE, "none"), 0, 0, 0));
          all.add(flooded(rig, gateway, REFUSED));
          all.add(flooded(rig, gateway, KEPT));
        }
      }
      return BadEventsReport.of(plan, machine, all, quarantined(kafka));
    } catch (KafkaUnreachableException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private BadEventsIteration flooded(Rig rig, GatewayTarget gateway, String stream)
      throws IOException, InterruptedException {
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), gateway.port());
    BadEventFlood flood =
        BadEventFlood.start(address, "/api/events/" + stream, plan.badPerSecond());
    RunResult result;
    try (flood) {
      result = load(rig, gateway, Role.SUBJECT, stream);
    }
    return new BadEventsIteration(
        stream, result, flood.answered(), flood.quarantined(), flood.unexpected());
  }

  private RunResult load(Rig rig, GatewayTarget gateway, Role role, String name)
      throws IOException, InterruptedException {
    Load load =
        new Load(
            name,
            LoadKind.CLOSED,
            SlowClientsPlan.LOAD_THREADS,
            plan.connections(),
            0,
            plan.settleSeconds(),
            plan.seconds(),
            MESSAGE_BYTES,
            Payload.RANDOM);
    return rig.run(gateway, role, load).result();
  }

  /** Records of the quarantine. */
  private static long quarantined(BenchKafka kafka) throws IOException, InterruptedException {
    TopicPartition only = new TopicPartition(QUARANTINE, 0);
    try {
      return kafka
          .admin()
          .listOffsets(Map.of(only, OffsetSpec.latest()))
          .partitionResult(only)
          .get()
          .offset();
    } catch (ExecutionException e) {
      throw new IOException("cannot read the end of " + QUARANTINE, e);
    }
  }
}
