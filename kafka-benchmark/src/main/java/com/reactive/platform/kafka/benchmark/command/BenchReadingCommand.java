package com.reactive.platform.kafka.benchmark.command;

import com.reactive.platform.kafka.benchmark.reading.ReadingBenchmark;
import com.reactive.platform.kafka.benchmark.reading.ReadingPlan;
import com.reactive.platform.testbed.Experiment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "reading",
    mixinStandardHelpOptions = true,
    description = {
      "Compare the readers of topics: the native one, Kafka's own, franz-go and librdkafka.",
      "Each has a process of its own; the ids of all records are checked. Exit code 1 if a record"
          + " was not read, whether or not the targets were met."
    },
    footer = {"", "Example: ./reactive bench reading --quick"})
final class BenchReadingCommand extends ExperimentCommand {
  private static final long MIN_RECORDS = 1_000;
  private static final long MAX_RECORDS = 100_000_000;
  private static final int MAX_ROUNDS = 1_000;

  @Option(names = "--quick", description = "Two topics and fewer records, two minutes at most.")
  private boolean quick;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Records of each topic (default: ${DEFAULT-VALUE}).")
  private long records;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "3",
      description = "Number of measured rounds (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Override
  protected Experiment experiment() {
    requireRange("--records", records, MIN_RECORDS, MAX_RECORDS);
    requireRange("--rounds", rounds, 1, MAX_ROUNDS);
    String path = System.getenv().getOrDefault("PATH", "");
    ReadingPlan plan = quick ? ReadingPlan.quick() : ReadingPlan.full(records, rounds);
    return new ReadingBenchmark(plan, path, this::progress);
  }
}
