package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.kafka.benchmark.rig.ProgressLine;
import com.reactive.platform.reliability.overload.Overload;
import com.reactive.platform.reliability.overload.OverloadPlan;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "overload",
    mixinStandardHelpOptions = true,
    description = {
      "Offer a gateway several times what it can take, then stop its broker for a while at the same"
          + " load: what it still does, how fast it refuses, what memory it takes, how soon it is"
          + " back.",
      "Exit 1 if something was lost, is in Kafka against the gateway's word, or if memory went"
          + " beyond its bound; other targets are reported as reached or missed."
    },
    footer = {"", "Example: ./reactive bench overload --minutes 2"})
final class BenchOverloadCommand extends ExperimentCommand {
  private static final int SECONDS_PER_MINUTE = 60;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "How long more is offered than can be taken (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--factor",
      paramLabel = "F",
      defaultValue = "3",
      description = "How many times as much as can be taken (default: ${DEFAULT-VALUE}).")
  private double factor;

  @Option(
      names = "--pause-minutes",
      paramLabel = "P",
      defaultValue = "10",
      description = "How long the broker stands still; 0: not at all (default: ${DEFAULT-VALUE}).")
  private double pauseMinutes;

  @Option(
      names = "--limit-rate",
      paramLabel = "N",
      defaultValue = "4000",
      description = {
        "Events per second, about, that a quota lets Kafka take, so that the generator can offer"
            + " more beside it; 0: no quota (default: ${DEFAULT-VALUE})."
      })
  private int limitRate;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "8192",
      description =
          "Connections of the load, one request in flight on each (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--max-wait-ms",
      paramLabel = "MS",
      defaultValue = "1000",
      description = "The gateway's http.max-wait-ms (default: ${DEFAULT-VALUE}).")
  private int maxWaitMillis;

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      defaultValue = "256",
      description = "Heap of the gateway (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Option(
      names = "--settle-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "Load before each measurement that does not count (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Override
  protected Experiment experiment() {
    int seconds = (int) Math.round(minutes * SECONDS_PER_MINUTE);
    OverloadPlan plan =
        new OverloadPlan(
            seconds,
            factor,
            (int) Math.round(pauseMinutes * SECONDS_PER_MINUTE),
            limitRate,
            connections,
            maxWaitMillis,
            heapMegabytes,
            Math.max(1, Math.min(20, seconds)),
            settleSeconds);
    return new Overload(plan, ProgressLine.onStderr());
  }
}
