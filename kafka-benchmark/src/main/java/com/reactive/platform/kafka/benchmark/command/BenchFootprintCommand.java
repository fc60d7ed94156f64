package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.cli.Launcher;
import com.reactive.platform.kafka.benchmark.footprint.Footprint;
import com.reactive.platform.testbed.Experiment;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "footprint",
    mixinStandardHelpOptions = true,
    description = {
      "Measure the startup time of up and serve, and the cost of an idle gateway.",
      "Exit code 0 if everything ran, whether or not the targets were met. docs/performance.md"
          + " explains the rows."
    },
    footer = {"", "Example: ./reactive bench footprint --rounds 3"})
final class BenchFootprintCommand extends ExperimentCommand {
  private static final int HEAP_MEGABYTES = 1_024;
  private static final int MAX_ROUNDS = 1_000;
  private static final int MAX_SECONDS = 3_600;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "Number of rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--idle-seconds",
      paramLabel = "S",
      defaultValue = "30",
      description = "Measured time of an idle gateway (default: ${DEFAULT-VALUE}).")
  private int idleSeconds;

  @Option(
      names = "--settle-seconds",
      paramLabel = "S",
      defaultValue = "15",
      description = "Idle time before that (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Override
  protected Experiment experiment() {
    requireRange("--rounds", rounds, 1, MAX_ROUNDS);
    requireRange("--idle-seconds", idleSeconds, 1, MAX_SECONDS);
    requireRange("--settle-seconds", settleSeconds, 1, MAX_SECONDS);
    return new Footprint(
        Launcher.command(HEAP_MEGABYTES),
        Duration.ofSeconds(settleSeconds),
        Duration.ofSeconds(idleSeconds),
        rounds,
        this::progress);
  }
}
