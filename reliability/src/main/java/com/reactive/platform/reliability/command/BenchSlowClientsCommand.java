package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.reliability.abuse.SlowClientsPlan;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "slow-clients",
    mixinStandardHelpOptions = true,
    description = {
      "Measure how slow and idle clients affect the p99 of healthy clients: the same load on a"
          + " gateway, alternately without and with them.",
      "Exit 1 if a request of a healthy client fails; the ratio is only reported."
    },
    footer = {"", "Example: ./reactive bench slow-clients --slow 100 --idle 1000"})
final class BenchSlowClientsCommand extends ExperimentCommand {
  @Option(
      names = "--slow",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Connections that send a byte every two seconds (default: ${DEFAULT-VALUE}).")
  private int slow;

  @Option(
      names = "--idle",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Idle connections (default: ${DEFAULT-VALUE}).")
  private int idle;

  @Mixin private HealthyLoadOptions load;

  @Override
  protected Experiment experiment() {
    return load.experiment(slow, idle, 0, SlowClientsPlan.USUAL_HEAP_MEGABYTES);
  }
}
