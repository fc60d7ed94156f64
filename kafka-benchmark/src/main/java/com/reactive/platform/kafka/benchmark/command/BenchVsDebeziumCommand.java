package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.outbox.ComparisonPlan;
import com.reactive.platform.kafka.benchmark.outbox.OutboxComparison;
import com.reactive.platform.testbed.Experiment;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "vs-debezium",
    mixinStandardHelpOptions = true,
    description = {
      "Compare the outbox with Debezium's engine: the same Postgres, the same Kafka, turn by turn.",
      "Exit code 0 if all rows were in Kafka once, whether or not the targets were met."
          + " docs/outbox.md explains the figures. Needs Postgres, and Maven to build the rival."
    },
    footer = {"", "Example: ./reactive bench vs-debezium --rows 3000000"})
final class BenchVsDebeziumCommand extends ExperimentCommand {
  private static final int MAX_ROWS = 10_000_000;
  private static final int MAX_SECONDS = 3_600;
  private static final int MAX_RATE = 100_000;
  private static final int MAX_ROUNDS = 100;

  @Option(
      names = "--rows",
      paramLabel = "N",
      defaultValue = "200000",
      description = "Rows that wait at the start (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--rows-per-transaction",
      paramLabel = "N",
      defaultValue = "10",
      description = "Of these rows (default: ${DEFAULT-VALUE}).")
  private int rowsPerTransaction;

  @Option(
      names = "--keys",
      paramLabel = "N",
      defaultValue = "10000",
      description = "Different keys of rows (default: ${DEFAULT-VALUE}).")
  private int keys;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "3000",
      description = "Rows per second of the steady load (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--warm-up-seconds",
      paramLabel = "S",
      defaultValue = "5",
      description = "Steady load that is not measured (default: ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--steady-seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "Steady load that is measured (default: ${DEFAULT-VALUE}).")
  private int steadySeconds;

  @Option(
      names = "--idle-seconds",
      paramLabel = "S",
      defaultValue = "20",
      description = "Measured time without load (default: ${DEFAULT-VALUE}).")
  private int idleSeconds;

  @Option(
      names = "--large-transaction",
      paramLabel = "N",
      defaultValue = "0",
      description = "Rows of one transaction for the gateway; 0: none (default).")
  private int largeTransaction;

  @Option(
      names = "--heap-mb",
      paramLabel = "N",
      defaultValue = "512",
      description = "Heap of each JVM (default: ${DEFAULT-VALUE}).")
  private int heapMegabytes;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--relays",
      paramLabel = "NAME",
      split = ",",
      defaultValue = "gateway,gateway-without,debezium,debezium-tuned",
      description = "Those to be measured (default: ${DEFAULT-VALUE}).")
  private List<String> relays;

  @Override
  protected Experiment experiment() {
    requireRange("--rows", rows, 1, MAX_ROWS);
    requireRange("--rows-per-transaction", rowsPerTransaction, 1, MAX_ROWS);
    requireRange("--keys", keys, 1, MAX_ROWS);
    requireRange("--rate", rate, 1, MAX_RATE);
    requireRange("--warm-up-seconds", warmUpSeconds, 0, MAX_SECONDS);
    requireRange("--steady-seconds", steadySeconds, 1, MAX_SECONDS);
    requireRange("--idle-seconds", idleSeconds, 1, MAX_SECONDS);
    requireRange("--large-transaction", largeTransaction, 0, MAX_ROWS);
    requireRange("--heap-mb", heapMegabytes, 64, 1 << 20);
    requireRange("--rounds", rounds, 1, MAX_ROUNDS);
    ComparisonPlan plan =
        new ComparisonPlan(
            rows,
            rowsPerTransaction,
            keys,
            rate,
            warmUpSeconds,
            steadySeconds,
            idleSeconds,
            largeTransaction,
            heapMegabytes,
            rounds);
    return new OutboxComparison(plan, relays, this::progress);
  }
}
