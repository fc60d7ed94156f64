package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.reliability.replica.ReplicaPlan;
import com.reactive.platform.reliability.replica.ReplicaRun;
import com.reactive.platform.reliability.replica.Routing;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentInFolder;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "replicas",
    mixinStandardHelpOptions = true,
    description = {
      "Kill one of several gateways behind HAProxy repeatedly, then compare their responses with"
          + " Kafka.",
      "With --resend, exit 1 if an event is in the topic twice. Needs the program haproxy."
    },
    footer = {"", "Example: ./reactive bench replicas --resend --routing round-robin"})
final class BenchReplicasCommand extends ExperimentCommand {
  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of gateways (default: ${DEFAULT-VALUE}).")
  private int instances;

  @Option(
      names = "--routing",
      paramLabel = "NAME",
      defaultValue = "key",
      description =
          "How the proxy chooses a gateway: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
  private Routing routing;

  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of kill -9 (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of order and times (default: random).")
  private Long seed;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "32",
      description = "Connections of the load (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Events per second; 0: as fast as possible (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = "Setting of the gateways; can be repeated.")
  private Map<String, String> settings = Map.of();

  @Mixin private PostingOptions posting;

  @Override
  protected Experiment experiment() {
    long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed;
    ReplicaPlan plan =
        new ReplicaPlan(
            instances, routing, kills, chosen, connections, rate, posting.mode(), settings);
    return new ExperimentInFolder(
        plan.command(),
        folder -> new ReplicaRun(plan, ReactiveCli.class.getName(), folder, this::progress),
        this::progress);
  }
}
