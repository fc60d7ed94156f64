package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.kafka.benchmark.command.ExperimentCommand;
import com.reactive.platform.reliability.chaos.ChaosReport;
import com.reactive.platform.reliability.chaos.ChaosResult;
import com.reactive.platform.reliability.chaos.ChaosRun;
import com.reactive.platform.reliability.chaos.ChaosSettings;
import com.reactive.platform.reliability.chaos.FaultSchedule;
import com.reactive.platform.reliability.fault.Fault;
import com.reactive.platform.reliability.fault.Faults;
import com.reactive.platform.testbed.Experiment;
import com.reactive.platform.testbed.ExperimentInFolder;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Inject faults into a cluster of three brokers under load, and check every response against"
          + " Kafka.",
      "Exit 0 if the contract held (see docs/reliability.md), 1 if not."
    },
    footer = {"", "Example: ./reactive bench chaos --minutes 2 --seed 7"})
final class BenchChaosCommand extends ExperimentCommand {
  private static final int MAX_MINUTES = 24 * 60;
  private static final long MAX_SEED = 1_000_000_000;

  private static final Duration LAST_COUNTED_FAULT = Duration.ofDays(2);

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "Duration of the load (default: 2, or as long as --count takes).")
  private Integer minutes;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Seed of the faults (default: random, and printed).")
  private Long seed;

  @Option(
      names = "--only",
      paramLabel = "FAULT",
      split = ",",
      description = "Only these faults (see --list).")
  private List<String> only = List.of();

  @Option(
      names = "--count",
      paramLabel = "FAULT=N",
      split = ",",
      description =
          "Exactly these faults, so often, instead of random ones until the time is over.")
  private Map<String, Integer> counts = Map.of();

  @Option(
      names = "--min-acked",
      paramLabel = "N",
      defaultValue = "0",
      description = "Continue after the faults until this number of events is acknowledged.")
  private long minAcked;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "2000",
      description = "Events per second; 0: as fast as possible (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description =
          "Connections of the load, with four requests in flight each (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Mixin private KafkaClientOption kafkaClient;

  @Mixin private PostingOptions posting;

  @Option(names = "--list", description = "List the faults and exit.")
  private boolean list;

  @Option(names = "--plan", description = "Print the schedule and exit.")
  private boolean planOnly;

  @Override
  public Integer call() throws Exception {
    if (list) {
      Faults.all().forEach(fault -> out().println(describe(fault)));
      out().flush();
      return 0;
    }
    if (planOnly) {
      checked(this::schedule);
      return 0;
    }
    return super.call();
  }

  @Override
  protected Experiment experiment() {
    FaultSchedule schedule = schedule();
    return new ExperimentInFolder(command(), folder -> () -> run(schedule, folder), this::progress);
  }

  private ExperimentReport run(FaultSchedule schedule, Path folder)
      throws IOException, InterruptedException {
    Machine machine = Machine.current();
    ChaosSettings settings =
        new ChaosSettings(
            folder,
            ReactiveCli.class.getName(),
            duration(),
            counts.isEmpty() ? duration() : LAST_COUNTED_FAULT,
            minAcked,
            posting.mode(),
            connections,
            rate,
            kafkaClient.value());
    ChaosResult result = new ChaosRun(settings, schedule, this::progress).run();
    return ChaosReport.of(result, seed, command(), machine);
  }

  private static String describe(Fault fault) {
    return String.format(
        Locale.ROOT, "%-22s %s%n%22s -> %s", fault.name(), fault.what(), "", fault.expected());
  }

  /** The faults that are asked for, which are also shown. */
  private FaultSchedule schedule() {
    requireRange("--minutes", minutes == null ? 1 : minutes, 1, MAX_MINUTES);
    requireRange("--connections", connections, 1, 1_000);
    requireRange("--rate", rate, 0, 1_000_000);
    if (!only.isEmpty() && !counts.isEmpty()) {
      throw new IllegalArgumentException(
          "--only and --count exclude each other: --count injects no other faults");
    }
    if (seed == null) {
      seed = ThreadLocalRandom.current().nextLong(MAX_SEED);
    }
    FaultSchedule schedule = counts.isEmpty() ? drawn() : counted();
    progress("seed " + seed + "; to repeat: " + command());
    schedule.planned().forEach(planned -> progress(planned.toString()));
    return schedule;
  }

  private FaultSchedule drawn() {
    List<Fault> faults = only.isEmpty() ? Faults.all() : only.stream().map(Faults::named).toList();
    return FaultSchedule.random(seed, duration(), faults);
  }

  private FaultSchedule counted() {
    Map<Fault, Integer> asked = new LinkedHashMap<>();
    counts.forEach((name, count) -> asked.put(Faults.named(name), count));
    asked.values().forEach(count -> requireRange("--count", count, 1, 100_000));
    return FaultSchedule.counted(seed, asked);
  }

  private Duration duration() {
    return Duration.ofMinutes(minutes != null ? minutes : counts.isEmpty() ? 2 : 0);
  }

  private String command() {
    List<String> words = new ArrayList<>(List.of("./reactive bench chaos --seed " + seed));
    if (minutes != null) {
      words.add("--minutes " + minutes);
    }
    if (!only.isEmpty()) {
      words.add("--only " + String.join(",", only));
    }
    counts.forEach((name, count) -> words.add("--count " + name + "=" + count));
    if (minAcked > 0) {
      words.add("--min-acked " + minAcked);
    }
    words.add("--rate " + rate + " --connections " + connections + posting.mode().options());
    words.add("--kafka-client " + kafkaClient.value());
    return String.join(" ", words);
  }
}
