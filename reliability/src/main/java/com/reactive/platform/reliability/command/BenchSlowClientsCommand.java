package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.rig.ProgressLine;
import com.reactive.platform.reliability.abuse.SlowClients;
import com.reactive.platform.reliability.abuse.SlowClientsPlan;
import com.reactive.platform.reliability.abuse.SlowClientsReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "slow-clients",
    mixinStandardHelpOptions = true,
    description = {
      "Put the same load on a gateway turn by turn without and with clients that send a byte now"
          + " and then, or nothing: what that does to the p99 of those who are well.",
      "Exit 1 if one of their requests fails; the ratio is only reported."
    },
    footer = {"", "Example: ./reactive bench slow-clients --slow 100 --idle 1000"})
final class BenchSlowClientsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Connections of the load, one request in flight on each (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--turns",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often without and with them (default: ${DEFAULT-VALUE}).")
  private int turns;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "30",
      description = "Measured each time (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--settle-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "Load before each measurement that does not count (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Override
  public Integer call() throws Exception {
    SlowClientsReport report = new SlowClients(plan(), ProgressLine.onStderr()).run();
    spec.commandLine().getOut().print(report.text());
    spec.commandLine().getOut().flush();
    return report.sound() ? 0 : 1;
  }

  private SlowClientsPlan plan() {
    try {
      return new SlowClientsPlan(
          slow,
          idle,
          0,
          connections,
          turns,
          settleSeconds,
          seconds,
          SlowClientsPlan.USUAL_HEAP_MEGABYTES);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
