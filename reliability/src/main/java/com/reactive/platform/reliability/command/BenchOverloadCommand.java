package com.reactive.platform.reliability.command;

import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.kafka.benchmark.rig.ProgressLine;
import com.reactive.platform.reliability.overload.Overload;
import com.reactive.platform.reliability.overload.OverloadPlan;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "overload",
    mixinStandardHelpOptions = true,
    description = {
      "Offer a gateway several times its capacity, then pause its broker at the same load. Measures"
          + " goodput, time to reject, memory and recovery.",
      "Exit 1 if events were lost, if rejected ones are in Kafka, or if memory exceeded its bound;"
          + " other goals are reported as reached or missed."
    },
    footer = {"", "Example: ./reactive bench overload --minutes 2"})
final class BenchOverloadCommand extends ExperimentCommand {
  private static final int SECONDS_PER_MINUTE = 60;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      defaultValue = "3",
      description = "Duration of the overload (default: ${DEFAULT-VALUE}).")
  private double minutes;

  @Option(
      names = "--factor",
      paramLabel = "F",
      defaultValue = "3",
      description = "Offered load as a multiple of capacity (default: ${DEFAULT-VALUE}).")
  private double factor;

  @Option(
      names = "--pause-minutes",
      paramLabel = "P",
      defaultValue = "10",
      description = "Duration of the broker's pause; 0: none (default: ${DEFAULT-VALUE}).")
  private double pauseMinutes;

  @Option(
      names = "--limit-rate",
      paramLabel = "N",
      defaultValue = "4000",
      description = {
        "Approximate events per second to which a quota limits Kafka, so that the load generator on"
            + " the same machine can exceed it; 0: no quota (default: ${DEFAULT-VALUE})."
      })
  private int limitRate;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "8192",
      description =
          "Connections of the load, with one request in flight each (default: ${DEFAULT-VALUE}).")
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
      description = "Warm-up before each measurement (default: ${DEFAULT-VALUE}).")
  private int settleSeconds;

  @Mixin private KafkaClientOption kafkaClient;

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
            settleSeconds,
            kafkaClient.value());
    return new Overload(plan, ProgressLine.onStderr());
  }
}
