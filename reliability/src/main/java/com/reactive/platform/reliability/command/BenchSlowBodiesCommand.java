package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "slow-bodies",
    mixinStandardHelpOptions = true,
    description = {
      "Put the same load on a gateway turn by turn without and with clients that send half of a"
          + " large body and no more: whether memory stays flat, the admin port answers, and what"
          + " that does to the p99 of those who are well.",
      "Exit 1 if one of their requests fails or Kafka lacks what was answered 201; the rest is only"
          + " reported."
    },
    footer = {"", "Example: ./reactive bench slow-bodies --bodies 1000 --heap-mb 256"})
final class BenchSlowBodiesCommand extends ExperimentCommand {
  @Option(
      names = "--bodies",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Connections with an unfinished body (default: ${DEFAULT-VALUE}).")
  private int bodies;

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      defaultValue = "1024",
      description = "Heap of the gateway (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Mixin private HealthyLoadOptions load;

  @Override
  protected Experiment experiment() {
    return load.experiment(0, 0, bodies, heapMegabytes);
  }
}
