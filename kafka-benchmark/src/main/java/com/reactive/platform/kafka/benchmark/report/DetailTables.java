package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Batches;
import com.reactive.platform.kafka.benchmark.result.RunResult.Latency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables beside the results: everything that a result holds. */
final class DetailTables {
  /** Columns of the table of checks that hold text. */
  static final int CHECK_TEXTS = 3;

  private DetailTables() {}

  static Table checks(List<Check> checks) {
    List<List<String>> rows =
        checks.stream()
            .map(
                check ->
                    List.of(
                        check.what(),
                        check.met() ? "✓ met" : check.binding() ? "✗ NOT MET" : "✗ not met",
                        check.binding() ? "must" : "goal",
                        check.required(),
                        check.actual()))
            .toList();
    return new Table("Checks", List.of("what", "", "kind", "required", "measured"), rows, "");
  }

  static Table environment(BrochureResult result) {
    Environment of = result.environment();
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("started", Format.when(result.startedAt())));
    rows.add(List.of("took", Format.seconds(result.seconds())));
    rows.add(List.of("commit", of.commit() + ", version " + of.version()));
    rows.add(List.of("JDK", of.jdk()));
    rows.add(List.of("processor", of.cpu() + ", " + of.cores() + " cores" + frequency(of)));
    if (of.cpuFlags() != null) {
      rows.add(List.of("processor flags", of.cpuFlags()));
    }
    rows.add(List.of("memory", Format.whole(of.memoryMegabytes()) + " MB"));
    rows.add(List.of("system", of.kernel()));
    rows.add(List.of("load average before", loadAverage(of.loadAverage())));
    if (of.loadAverageAfter() != null) {
      rows.add(List.of("load average after", loadAverage(of.loadAverageAfter())));
    }
    if (of.stolenShare() != null) {
      rows.add(
          List.of("processor time stolen by the hypervisor", Format.percent(of.stolenShare())));
    }
    rows.add(List.of("Kafka", kafka(of)));
    if (!of.brokerConfig().isEmpty()) {
      rows.add(List.of("broker", settings(of.brokerConfig())));
    }
    return new Table("Environment", List.of("", ""), rows, "");
  }

  /** When, of what and where it was measured, in a line: what matters first. */
  static String ground(BrochureResult result) {
    Environment of = result.environment();
    return Format.joined(
        Format.when(result.startedAt()),
        "took " + Format.seconds(result.seconds()),
        "commit " + of.commit(),
        of.cpu() + ", " + of.cores() + " cores",
        "JDK " + of.jdk(),
        "Kafka " + kafka(of),
        "load average before " + loadAverage(of.loadAverage()),
        of.loadAverageAfter() == null ? "" : "after " + loadAverage(of.loadAverageAfter()),
        of.stolenShare() == null ? "" : Format.percent(of.stolenShare()) + " stolen");
  }

  private static String kafka(Environment of) {
    return (of.kafka() + " " + of.brokerVersion()).strip();
  }

  private static String frequency(Environment of) {
    return of.megahertz() == null ? "" : ", " + Format.whole(of.megahertz()) + " MHz";
  }

  private static String loadAverage(double load) {
    return load < 0 ? "unknown" : Format.digits(load);
  }

  /** How each load was made; for each target where targets had it in different ways. */
  static Table loads(List<RunResult> runs) {
    Map<List<String>, List<String>> targets = new LinkedHashMap<>();
    runs.forEach(
        run -> targets.computeIfAbsent(load(run), row -> new ArrayList<>()).add(run.target()));
    List<List<String>> rows = new ArrayList<>();
    targets.forEach(
        (load, names) -> {
          String name = load.get(0);
          boolean alike =
              targets.keySet().stream().filter(of -> of.get(0).equals(name)).count() == 1;
          List<String> row = new ArrayList<>(load);
          row.add(1, alike ? "all" : String.join(", ", names));
          rows.add(row);
        });
    return new Table(
        "Loads",
        List.of(
            "load",
            "targets",
            "kind",
            "load threads",
            "in flight at most",
            "offered msg/s",
            "must reach",
            "message",
            "warm-up",
            "measured",
            "turns"),
        rows,
        "");
  }

  private static List<String> load(RunResult run) {
    return List.of(
        run.load(),
        run.loadKind() == LoadKind.CLOSED ? "closed loop" : "open loop",
        run.lanes() == null ? Format.NONE : Format.whole(run.lanes()),
        Format.whole(run.concurrency()),
        run.offeredPerSecond() == null ? Format.NONE : Format.perSecond(run.offeredPerSecond()),
        run.minShare() == null ? Format.NONE : Format.percent(run.minShare()),
        Format.message(run),
        Format.seconds(run.warmupSeconds()),
        Format.seconds(run.seconds()),
        Format.whole(run.turns()));
  }

  static Table verification(List<RunResult> runs) {
    List<List<String>> rows =
        runs.stream()
            .filter(run -> run.verification().applicable())
            .map(DetailTables::verification)
            .toList();
    return new Table(
        "Verification",
        List.of(
            "target",
            "load",
            "sent",
            "acknowledged",
            "not written",
            "unknown",
            "end offsets",
            "records read",
            "messages found",
            "lost",
            "duplicated",
            "phantom",
            "answers checked",
            "verified"),
        rows,
        "Messages of warm-up and load; end offsets and records count Kafka's records, which may"
            + " carry many messages each. Of every message that was found: its time within the run,"
            + " and where they are promised, its partition by its key, its place behind what had"
            + " been acknowledged before, its event id. Answers checked: topic, partition, offset"
            + " and event id of the first 8,192 of each load thread and of one in 64 behind"
            + " those.");
  }

  private static List<String> verification(RunResult run) {
    Verification of = run.verification();
    return Stream.concat(
            Stream.concat(
                Stream.of(run.target(), run.load()),
                Stream.of(
                        of.sent(),
                        of.acked(),
                        of.notWritten(),
                        of.unknown(),
                        of.endOffsets(),
                        of.records(),
                        of.found(),
                        of.lost(),
                        of.duplicated(),
                        of.phantom())
                    .map(Format::whole)),
            Stream.of(
                of.answersChecked() == null ? Format.NONE : Format.whole(of.answersChecked()),
                Format.verified(of) + (of.detail().isEmpty() ? "" : ": " + of.detail())))
        .toList();
  }

  static Table latencies(List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      Latency of = run.latency();
      List<String> row =
          new ArrayList<>(
              List.of(
                  run.target(),
                  run.load(),
                  run.due() == null ? Format.NONE : Format.whole(run.due().messages()),
                  run.due() == null ? Format.NONE : Format.whole(run.due().unsent()),
                  Format.whole(of.count())));
      Stream.of(of.mean(), of.p50(), of.p90(), of.p99(), of.p999(), of.max())
          .forEach(micros -> row.add(of.count() == 0 ? Format.NONE : Format.micros(micros)));
      rows.add(row);
    }
    return new Table(
        "Latency",
        List.of(
            "target",
            "load",
            "due",
            "not sent",
            "counted",
            "mean",
            "p50",
            "p90",
            "p99",
            "p99.9",
            "max"),
        rows,
        "From the moment when a send was due to its outcome: a stall counts for all that waited."
            + " What an open loop had not sent by its end counts with the time that it had"
            + " waited.");
  }

  static Table processes(List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      for (ProcessCost of : run.processes()) {
        rows.add(
            List.of(
                run.target(),
                run.load(),
                of.process(),
                Format.cpu(of.cpuMicrosPerMessage()),
                Format.digits(of.cores()),
                Format.whole(of.rssMegabytes())));
      }
    }
    return new Table(
        "Processes",
        List.of("target", "load", "process", "CPU µs/msg", "cores", "resident MB"),
        rows,
        "The process \"load\" makes the load and holds the targets that run inside it.");
  }

  static Table batches(List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      Batches of = run.batches();
      if (of != null) {
        rows.add(
            List.of(
                run.target(),
                run.load(),
                Format.whole(of.count()),
                Format.digits(of.meanMessages()),
                Format.bytes(of.meanBytes()),
                reasons(of)));
      }
    }
    return new Table(
        "Batches",
        List.of("target", "load", "batches", "messages each", "size", "went because of"),
        rows,
        "");
  }

  static Table settings(List<RunResult> runs) {
    Set<List<String>> rows = new LinkedHashSet<>();
    runs.stream()
        .filter(run -> !run.settings().isEmpty())
        .forEach(run -> rows.add(List.of(run.target(), settings(run.settings()))));
    return new Table(
        "Settings in force",
        List.of("target", "settings"),
        List.copyOf(rows),
        "Read back from the producer, the batcher or the process, not from a file.");
  }

  private static String reasons(Batches batches) {
    return new TreeMap<>(batches.reasons())
        .entrySet().stream()
            .map(reason -> reason.getKey() + " " + Format.whole(reason.getValue()))
            .collect(Collectors.joining(", "));
  }

  private static String settings(Map<String, String> settings) {
    return new TreeMap<>(settings)
        .entrySet().stream()
            .map(setting -> setting.getKey() + "=" + setting.getValue())
            .collect(Collectors.joining(", "));
  }
}
