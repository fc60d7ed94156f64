package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.cli.Launcher;
import com.reactive.platform.kafka.benchmark.footprint.Footprint;
import com.reactive.platform.kafka.benchmark.footprint.FootprintReport;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "footprint",
    mixinStandardHelpOptions = true,
    description = {
      "Measure how long up and serve take to start, and what an idle gateway costs.",
      "Exit 0 if all of it ran, whether or not the targets were reached; docs/performance.md says"
          + " what the rows mean."
    },
    footer = {"", "Example: ./reactive bench footprint --rounds 3"})
final class BenchFootprintCommand implements Callable<Integer> {
  private static final int HEAP_MEGABYTES = 1_024;
  private static final int MAX_ROUNDS = 1_000;
  private static final int MAX_SECONDS = 3_600;

  @Spec private CommandSpec spec;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "5",
      description = "How often all of it is measured (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--idle-seconds",
      paramLabel = "S",
      defaultValue = "30",
      description = "How long an idle gateway is measured (default: ${DEFAULT-VALUE}).")
  private int idleSeconds;

  @Option(
      names = "--settle-seconds",
      paramLabel = "S",
      defaultValue = "15",
      description = "How long it is left alone before (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Option(names = "--json", description = "JSON instead of a table.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    require("--rounds", rounds, MAX_ROUNDS);
    require("--idle-seconds", idleSeconds, MAX_SECONDS);
    require("--settle-seconds", settleSeconds, MAX_SECONDS);
    CommandLine commandLine = spec.commandLine();
    FootprintReport report =
        new Footprint(
                Launcher.command(HEAP_MEGABYTES),
                Duration.ofSeconds(settleSeconds),
                Duration.ofSeconds(idleSeconds),
                line -> progress(commandLine.getErr(), line))
            .run(rounds);
    commandLine.getOut().print(json ? report.json() : report.table());
    commandLine.getOut().flush();
    return 0;
  }

  private void require(String option, int value, int most) {
    if (value < 1 || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " must be 1 to " + most + ", not " + value);
    }
  }

  private static void progress(PrintWriter err, String line) {
    err.println(line);
    err.flush();
  }
}
