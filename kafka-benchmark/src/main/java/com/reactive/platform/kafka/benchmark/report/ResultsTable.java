package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Latency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Rates;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/** The table that every report has: a row per target and load, the three kinds of rate apart. */
final class ResultsTable {
  /** Target and load. */
  static final int TEXT_COLUMNS = 2;

  private final List<RunResult> runs;
  private final List<String> columns = new ArrayList<>();
  private final List<Function<RunResult, String>> cells = new ArrayList<>();

  private ResultsTable(List<RunResult> runs) {
    this.runs = runs;
  }

  /** What to know of latencies where a load is a closed loop; else empty. */
  static String closedLoop(List<RunResult> runs) {
    return runs.stream().anyMatch(run -> run.loadKind() == LoadKind.CLOSED)
        ? " In a closed loop a send is due when its slot is free, so its latency contains the load"
            + " generator's own cycle."
        : "";
  }

  /** All columns. */
  static Table full(BrochureResult result) {
    ResultsTable table = new ResultsTable(Shape.of(result.runs()).runs());
    table.column("target", RunResult::target);
    table.column("load", RunResult::load);
    table.column("verdict", run -> run.verdict().name());
    table.rates("transactional", " msg/s");
    table.baseline("to baseline");
    table.column("MB/s", run -> Format.digits(run.rates().megabytesPerSecond()));
    table.column("message", Format::message);
    table.column("acks", Format::acks);
    table.unlessUnknown("replicas", Format::replicas);
    table.latencies();
    for (String process : processes(result.runs())) {
      table.column("CPU µs " + process, run -> cpu(run, process));
    }
    table.efficiency(
        "requests/1,000 msg", "records/request", "allocated B/msg", "wake-ups/request");
    table.column("verified: lost, duplicated, phantom", ResultsTable::counts);
    return table.build("Results");
  }

  /** What fits into a terminal. */
  static Table narrow(BrochureResult result) {
    ResultsTable table = new ResultsTable(Shape.of(result.runs()).runs());
    table.column("target", RunResult::target);
    table.column("load", RunResult::load);
    table.rates("transact.", "/s");
    table.baseline("to base");
    table.column("MB/s", run -> Format.digits(run.rates().megabytesPerSecond()));
    table.unlessAllAlike("message", Format::message);
    table.unlessAllAlike("acks", Format::acks);
    table.unlessUnknown("replicas", Format::replicas);
    table.latencies();
    table.column("CPU µs", run -> cpu(KeyFigures.of(run).cpuMicrosPerMessage()));
    table.efficiency("req/1,000", "rec/req", "alloc B", "wake/req");
    table.column("verdict", run -> run.verdict().name());
    return table.build("Results");
  }

  /** Names of the processes, in the order in which the runs name them. */
  static List<String> processes(List<RunResult> runs) {
    return runs.stream()
        .flatMap(run -> run.processes().stream())
        .map(ProcessCost::process)
        .distinct()
        .toList();
  }

  static String cpu(Double micros) {
    return micros == null ? Format.NONE : Format.cpu(micros);
  }

  private void rates(String transactional, String unit) {
    column("send" + unit, run -> Format.perSecond(run.rates().send()));
    column("sustained" + unit, run -> Format.perSecond(run.rates().sustained()));
    column(transactional + unit, run -> transactional(run.rates()));
  }

  private void baseline(String name) {
    Baseline baseline = new Baseline(runs);
    if (baseline.exists()) {
      column(name, run -> Format.ratio(baseline.ratio(run)));
    }
  }

  private void latencies() {
    column("p50", run -> latency(run, Latency::p50));
    column("p99", run -> latency(run, Latency::p99));
    column("p99.9", run -> latency(run, Latency::p999));
  }

  /** What a message cost besides CPU time; not where nothing is known of it, as in old results. */
  private void efficiency(String requests, String records, String allocated, String wakeUps) {
    known(requests, Efficiency::requestsPerThousand);
    known(records, Efficiency::recordsPerRequest);
    known(allocated, Efficiency::allocatedBytes);
    known(wakeUps, Efficiency::wakeUpsPerRequest);
  }

  private void known(String name, Function<Efficiency, Double> figure) {
    Function<RunResult, Double> ofRun =
        run -> run.efficiency() == null ? null : figure.apply(run.efficiency());
    if (runs.stream().map(ofRun).anyMatch(Objects::nonNull)) {
      column(name, run -> ofRun.apply(run) == null ? Format.NONE : Format.digits(ofRun.apply(run)));
    }
  }

  private void column(String name, Function<RunResult, String> cell) {
    columns.add(name);
    cells.add(cell);
  }

  private void unlessAllAlike(String name, Function<RunResult, String> cell) {
    if (runs.stream().map(cell).distinct().count() > 1) {
      column(name, cell);
    }
  }

  private void unlessUnknown(String name, Function<RunResult, String> cell) {
    if (runs.stream().map(cell).anyMatch(text -> !text.equals(Format.NONE))) {
      column(name, cell);
    }
  }

  private Table build(String title) {
    List<List<String>> rows =
        runs.stream().map(run -> cells.stream().map(cell -> cell.apply(run)).toList()).toList();
    return new Table(title, columns, rows, "");
  }

  private static String transactional(Rates rates) {
    return rates.transactional() == null ? Format.NONE : Format.perSecond(rates.transactional());
  }

  private static String latency(RunResult run, Function<Latency, Double> percentile) {
    Latency latency = run.latency();
    return latency.count() == 0 ? Format.NONE : Format.micros(percentile.apply(latency));
  }

  private static String cpu(RunResult run, String process) {
    return run.processes().stream()
        .filter(cost -> cost.process().equals(process))
        .map(cost -> Format.cpu(cost.cpuMicrosPerMessage()))
        .findFirst()
        .orElse(Format.NONE);
  }

  private static String counts(RunResult run) {
    Verification of = run.verification();
    return of.applicable()
        ? String.join(
            ", ",
            Format.verified(of) + ": " + Format.whole(of.lost()),
            Format.whole(of.duplicated()),
            Format.whole(of.phantom()))
        : Format.NONE;
  }
}
