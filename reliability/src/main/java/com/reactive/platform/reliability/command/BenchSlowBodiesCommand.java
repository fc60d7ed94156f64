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
      "Measure how unfinished large bodies affect memory, the admin port and the p99 of healthy"
          + " clients: the same load on a gateway, alternately without and with them.",
      "Exit 1 if a request of a healthy client fails or an acknowledged event is missing; the rest"
          + " is only reported."
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
