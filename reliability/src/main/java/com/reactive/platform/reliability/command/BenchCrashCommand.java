package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.Launcher;
import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.reliability.crash.CrashPlan;
import com.reactive.platform.reliability.crash.CrashRun;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentInFolder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "crash",
    mixinStandardHelpOptions = true,
    description = {
      "Kill and stop a gateway under load repeatedly, then compare its responses with Kafka.",
      "Exit 0 if no acknowledged event is missing, and each SIGTERM ended in order."
    },
    footer = {"", "Example: ./reactive bench crash --kills 5 --terms 2"})
final class BenchCrashCommand extends ExperimentCommand {
  @Option(
      names = "--kills",
      paramLabel = "N",
      defaultValue = "20",
      description = "Number of kill -9 (default: ${DEFAULT-VALUE}).")
  private int kills;

  @Option(
      names = "--terms",
      paramLabel = "N",
      defaultValue = "10",
      description = "Number of SIGTERM (default: ${DEFAULT-VALUE}).")
  private int terms;

  @Option(
      names = "--second-terms",
      paramLabel = "N",
      defaultValue = "2",
      description = "Number of double SIGTERM while Kafka is paused (default: ${DEFAULT-VALUE}).")
  private int secondTerms;

  @Option(
      names = "--pauses",
      paramLabel = "N",
      defaultValue = "0",
      description = "Number of SIGSTOP for some seconds (default: ${DEFAULT-VALUE}).")
  private int pauses;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of order and times (default: random, and printed).")
  private Long seed;

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      defaultValue = "256",
      description = "Heap of the gateway (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "32",
      description = "Connections of the load (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--pipelined",
      paramLabel = "N",
      defaultValue = "1",
      description = "Requests in flight on each connection (default: ${DEFAULT-VALUE}).")
  private int pipelined;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "0",
      description = "Requests per second; 0: as fast as possible (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Mixin private KafkaClientOption kafkaClient;

  @Mixin private PostingOptions posting;

  @Override
  protected Experiment experiment() {
    long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed;
    CrashPlan plan =
        new CrashPlan(
            kills,
            terms,
            secondTerms,
            pauses,
            chosen,
            heapMegabytes,
            connections,
            pipelined,
            rate,
            posting.mode(),
            kafkaClient.value());
    List<String> serve = new ArrayList<>(Launcher.command(heapMegabytes));
    serve.add("serve");
    return new ExperimentInFolder(
        plan.command(),
        folder -> new CrashRun(plan, serve, folder, this::progress),
        this::progress);
  }

  @Override
  protected String jsonFile() {
    return "result.json";
  }
}
