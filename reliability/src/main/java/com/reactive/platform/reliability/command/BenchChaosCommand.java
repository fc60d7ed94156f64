package com.reactive.platform.reliability.command;

import com.reactive.platform.cli.ReactiveCli;
import com.reactive.platform.reliability.chaos.ChaosReport;
import com.reactive.platform.reliability.chaos.ChaosResult;
import com.reactive.platform.reliability.chaos.ChaosRun;
import com.reactive.platform.reliability.chaos.ChaosSettings;
import com.reactive.platform.reliability.chaos.FaultSchedule;
import com.reactive.platform.reliability.fault.Fault;
import com.reactive.platform.reliability.fault.Faults;
import com.reactive.platform.testbed.OrderlyExit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "chaos",
    mixinStandardHelpOptions = true,
    description = {
      "Make faults on a cluster of three brokers under load, and check every answer against Kafka.",
      "Exit 0 if the contract held, 1 if not; docs/reliability.md says what it is."
    },
    footer = {"", "Example: ./reactive bench chaos --minutes 2 --seed 7"})
final class BenchChaosCommand implements Callable<Integer> {
  private static final int MAX_MINUTES = 24 * 60;
  private static final long MAX_SEED = 1_000_000_000;

  private static final Duration LAST_COUNTED_FAULT = Duration.ofDays(2);

  @Spec private CommandSpec spec;

  @Option(
      names = "--minutes",
      paramLabel = "M",
      description = "How long there is load (default: 2, or as long as --count takes).")
  private Integer minutes;

  @Option(names = "--seed", paramLabel = "S", description = "The same seed makes the same faults.")
  private Long seed;

  @Option(
      names = "--only",
      paramLabel = "FAULT",
      split = ",",
      description = "Only these faults; --list names them.")
  private List<String> only = List.of();

  @Option(
      names = "--count",
      paramLabel = "FAULT=N",
      split = ",",
      description = "So many of these faults and no others, instead of as many as the time takes.")
  private Map<String, Integer> counts = Map.of();

  @Option(
      names = "--min-acked",
      paramLabel = "N",
      defaultValue = "0",
      description = "Go on after the faults until so many events are acknowledged.")
  private long minAcked;

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "2000",
      description =
          "Events per second; 0: as fast as they are answered (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--connections",
      paramLabel = "N",
      defaultValue = "64",
      description = "Of the load, four requests in flight on each (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(names = "--list", description = "Only name the faults that there are.")
  private boolean list;

  @Option(names = "--plan", description = "Only print which faults would be made when.")
  private boolean planOnly;

  @Option(names = "--json", description = "JSON instead of tables.")
  private boolean json;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description = "Write README.md and chaos.json there.")
  private Path report;

  @Override
  public Integer call() throws Exception {
    if (list) {
      Faults.all().forEach(fault -> spec.commandLine().getOut().println(describe(fault)));
      return 0;
    }
    requireRange("--minutes", minutes == null ? 1 : minutes, 1, MAX_MINUTES);
    requireRange("--connections", connections, 1, 1_000);
    requireRange("--rate", rate, 0, 1_000_000);
    if (!only.isEmpty() && !counts.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "--only and --count exclude each other: --count makes no others");
    }
    if (seed == null) {
      seed = ThreadLocalRandom.current().nextLong(MAX_SEED);
    }
    FaultSchedule schedule = schedule();
    progress("seed " + seed + "; to have the same faults again: " + command());
    schedule.planned().forEach(planned -> progress(planned.toString()));
    return planOnly ? 0 : OrderlyExit.of(() -> run(schedule));
  }

  private static String describe(Fault fault) {
    return String.format(
        Locale.ROOT, "%-22s %s%n%22s -> %s", fault.name(), fault.what(), "", fault.expected());
  }

  private FaultSchedule schedule() {
    try {
      if (counts.isEmpty()) {
        List<Fault> faults =
            only.isEmpty() ? Faults.all() : only.stream().map(Faults::named).toList();
        return FaultSchedule.random(seed, duration(), faults);
      }
      Map<Fault, Integer> asked = new LinkedHashMap<>();
      counts.forEach((name, count) -> asked.put(Faults.named(name), count));
      asked.values().forEach(count -> requireRange("--count", count, 1, 100_000));
      return FaultSchedule.counted(seed, asked);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Duration duration() {
    return Duration.ofMinutes(minutes != null ? minutes : counts.isEmpty() ? 2 : 0);
  }

  private int run(FaultSchedule schedule) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("reactive-chaos-");
    boolean passed = false;
    try {
      ChaosSettings settings =
          new ChaosSettings(
              folder,
              ReactiveCli.class.getName(),
              duration(),
              counts.isEmpty() ? duration() : LAST_COUNTED_FAULT,
              minAcked,
              connections,
              rate);
      ChaosResult result = new ChaosRun(settings, schedule, this::progress).run();
      ChaosReport written = new ChaosReport(result, seed, command(), Instant.now());
      spec.commandLine().getOut().print(json ? written.json() : written.text());
      spec.commandLine().getOut().flush();
      if (report != null) {
        written.write(report);
      }
      passed = result.passed();
      return passed ? 0 : 1;
    } finally {
      if (passed) {
        delete(folder);
      } else {
        progress("journals and logs are in " + folder);
        progress("to have the same faults again: " + command());
      }
    }
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
    words.add("--rate " + rate + " --connections " + connections);
    return String.join(" ", words);
  }

  private void requireRange(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw new ParameterException(
          spec.commandLine(), option + " must be " + least + " to " + most + ", not " + value);
    }
  }

  private synchronized void progress(String line) {
    PrintWriter err = spec.commandLine().getErr();
    err.println(line);
    err.flush();
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
