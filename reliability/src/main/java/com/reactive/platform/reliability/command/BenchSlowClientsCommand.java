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
      "Put the same load on a gateway turn by turn without and with clients that send a byte now"
          + " and then, or nothing: what that does to the p99 of those who are well.",
      "Exit 1 if one of their requests fails; the ratio is only reported."
    },
    footer = {"", "Example: ./reactive bench slow-clients --slow 100 --idle 1000"})
final class BenchSlowClientsCommand extends ExperimentCommand {
  @Option(
      names = "--slow",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Connections with a byte every two seconds (default: ${DEFAULT-VALUE}).")
  private int slow;

  @Option(
      names = "--idle",
      paramLabel = "N",
      defaultValue = "5000",
      description = "Connections that say nothing (default: ${DEFAULT-VALUE}).")
  private int idle;

  @Mixin private HealthyLoadOptions load;

  @Override
  protected Experiment experiment() {
    return load.experiment(slow, idle, 0, SlowClientsPlan.USUAL_HEAP_MEGABYTES);
  }
}
