package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.Launcher;
import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.reliability.outbox.KillTarget;
import com.reactive.platform.reliability.outbox.OutboxPlan;
import com.reactive.platform.reliability.outbox.OutboxRun;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentInFolder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "outbox",
    mixinStandardHelpOptions = true,
    description = {
      "Kill gateways, database and broker repeatedly while transactions fill an outbox, then"
          + " compare the committed rows with Kafka.",
      "Exit 0 if each committed row is there, no other one is, and those of a key are in order."
          + " Needs Postgres on this machine."
    },
    footer = {"", "Example: ./reactive bench outbox --count gateway-kill=10 --gateways 2"})
final class BenchOutboxCommand extends ExperimentCommand {
  @Option(
      names = "--count",
      paramLabel = "KILL=N",
      split = ",",
      defaultValue = "gateway-kill=10,postgres-kill=2,broker-kill=2",
      description =
          "How often each process gets kill -9: gateway-kill, postgres-kill, broker-kill (default:"
              + " ${DEFAULT-VALUE}).")
  private Map<String, Integer> counts;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of order, times and transactions (default: random, and printed).")
  private Long seed;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Rows per second that are inserted (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      defaultValue = "100000",
      description = "Rows of the largest transactions (default: ${DEFAULT-VALUE}).")
  private int maxRows;

  @Option(
      names = "--gateways",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Gateways with the same slot: one reads, the others stand by (default:"
              + " ${DEFAULT-VALUE}).")
  private int gateways;

  @Option(
      names = "--heap-mb",
      paramLabel = "MB",
      defaultValue = "256",
      description = "Heap of each gateway (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Override
  protected Experiment experiment() {
    Map<KillTarget, Integer> kills = new EnumMap<>(KillTarget.class);
    counts.forEach((name, count) -> kills.put(KillTarget.named(name), count));
    long chosen = seed == null ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed;
    OutboxPlan plan = new OutboxPlan(kills, chosen, rate, maxRows, gateways, heapMegabytes);
    List<String> serve = new ArrayList<>(Launcher.command(heapMegabytes));
    serve.add("serve");
    return new ExperimentInFolder(
        plan.command(),
        folder -> new OutboxRun(plan, serve, folder, this::progress),
        this::progress);
  }
}
