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
final class BenchSlowBodiesCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

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
          0, 0, bodies, connections, turns, settleSeconds, seconds, heapMegabytes);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }
}
