package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.kafka.benchmark.rig.ProgressLine;
import com.reactive.platform.reliability.abuse.BadEvents;
import com.reactive.platform.reliability.abuse.BadEventsPlan;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "bad-events",
    mixinStandardHelpOptions = true,
    description = {
      "Measure how a flood of bad events affects good ones: the same load on a gateway without the"
          + " flood, with it refused, and with it quarantined.",
      "Exit 1 if a good event fails, if a bad one gets anything but 422, or if the quarantine does"
          + " not hold exactly the events reported as quarantined; the ratios are only reported."
    },
    footer = {"", "Example: ./reactive bench bad-events --bad-per-second 2000"})
final class BenchBadEventsCommand extends ExperimentCommand {
  @Option(
      names = "--bad-per-second",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Bad events per second (default: ${DEFAULT-VALUE}).")
  private int badPerSecond;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Connections of the load, with one request in flight each (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of measurements of each kind (default: ${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "Duration of each measurement (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--settle-seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Warm-up before each measurement (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Override
  protected Experiment experiment() {
    return new BadEvents(
        new BadEventsPlan(badPerSecond, connections, turns, settleSeconds, seconds),
        ProgressLine.onStderr());
  }
}
