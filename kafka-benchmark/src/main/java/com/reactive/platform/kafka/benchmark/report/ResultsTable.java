package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.RoundRatios;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Latency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The table that every report has: a row per target and load, the three kinds of rate apart. */
final class ResultsTable {
  /** Target and load. */
  static final int TEXT_COLUMNS = 2;

  private final List<RunResult> runs;
  private final Columns<RunResult> columns = new Columns<>();

  private ResultsTable(BrochureResult result) {
    runs = Shape.of(result.runs()).runs();
    columns.add("target", RunResult::target).add("load", RunResult::load);
  }

  /** A sentence about latencies where a load is a closed loop; else empty. */
  static String closedLoop(List<RunResult> runs) {
    return runs.stream().anyMatch(run -> run.loadKind() == LoadKind.CLOSED)
        ? " In a closed loop a send is due when its slot is free, so its latency contains the load"
            + " generator's own cycle."
        : "";
  }

  /** All columns. */
  static Table full(BrochureResult result) {
    ResultsTable table = new ResultsTable(result);
    table.columns.add("verdict", run -> run.verdict().name());
    table.rates("transactional", " msg/s", "to baseline");
    table.columns.add("message", Format::message).add("acks", Format::acks);
    table.unlessUnknown("replicas", Format::replicas);
    table.latencies();
    result.runs().stream()
        .flatMap(run -> run.processes().stream())
        .map(ProcessCost::process)
        .distinct()
        .forEach(process -> table.columns.add("CPU µs " + process, run -> cpu(run, process)));
    table.efficiency(
        "requests/1,000 msg",
        "records/request",
        "sent B/msg",
        "allocated B/msg",
        "wake-ups/request");
    table.columns.add("verified: lost, duplicated, phantom", ResultsTable::counts);
    return table.build();
  }

  /** Those that fit into a terminal. */
  static Table narrow(BrochureResult result) {
    ResultsTable table = new ResultsTable(result);
    table.rates("transact.", "/s", "to base");
    table.unlessAllAlike("message", Format::message);
    table.unlessAllAlike("acks", Format::acks);
    table.unlessUnknown("replicas", Format::replicas);
    table.latencies();
    table.columns.add("CPU µs", run -> KeyFigure.CPU.number(KeyFigures.of(run)));
    table.efficiency("req/1,000", "rec/req", "sent B", "alloc B", "wake/req");
    table.columns.add("verdict", run -> run.verdict().name());
    return table.build();
  }

  private void rates(String transactional, String unit, String toBaseline) {
    columns
        .add("send" + unit, run -> Format.digits(run.rates().send()))
        .add("sustained" + unit, run -> Format.digits(run.rates().sustained()))
        .add(transactional + unit, ResultsTable::transactional);
    if (runs.stream().anyMatch(ResultsTable::isBaseline)) {
      columns.add(toBaseline, this::toBaseline);
    }
    columns.add("MB/s", run -> Format.digits(run.rates().megabytesPerSecond()));
  }

  private static String transactional(RunResult run) {
    Double rate = run.rates().transactional();
    return rate == null ? Format.NONE : Format.digits(rate);
  }

  /** A baseline that failed is no reference. */
  private static boolean isBaseline(RunResult run) {
    return run.role() == Role.BASELINE && run.verdict() == Verdict.PASS;
  }

  /** Rate by the baseline's rate at the same load, round by round. */
  private String toBaseline(RunResult run) {
    return runs.stream()
        .filter(other -> isBaseline(other) && other.load().equals(run.load()))
        .findFirst()
        .map(
            baseline ->
                RoundRatios.median(
                        run,
                        baseline,
                        (one, by) -> one.rates().sustained() / by.rates().sustained())
                    .orElse(Double.NaN))
        .map(Format::ratio)
        .orElse(Format.NONE);
  }

  private void latencies() {
    columns
        .add("p50", run -> latency(run, Latency::p50))
        .add("p99", run -> latency(run, Latency::p99))
        .add("p99.9", run -> latency(run, Latency::p999));
  }

  private static String latency(RunResult run, ToDoubleFunction<Latency> percentile) {
    Latency latency = run.latency();
    return latency.count() == 0 ? Format.NONE : Format.micros(percentile.applyAsDouble(latency));
  }

  /** The cost of a message besides CPU time; old results know nothing of it. */
  private void efficiency(
      String requests, String records, String bytes, String allocated, String wakeUps) {
    unlessUnknown(requests, run -> efficiency(run, Efficiency::requestsPerThousand));
    unlessUnknown(records, run -> efficiency(run, Efficiency::recordsPerRequest));
    unlessUnknown(bytes, run -> efficiency(run, Efficiency::sentBytes));
    unlessUnknown(allocated, run -> efficiency(run, Efficiency::allocatedBytes));
    unlessUnknown(wakeUps, run -> efficiency(run, Efficiency::wakeUpsPerRequest));
  }

  private static String efficiency(RunResult run, Function<Efficiency, Double> figure) {
    Double value = run.efficiency() == null ? null : figure.apply(run.efficiency());
    return value == null ? Format.NONE : Format.digits(value);
  }

  private void unlessAllAlike(String name, Function<RunResult, String> cell) {
    if (runs.stream().map(cell).distinct().count() > 1) {
      columns.add(name, cell);
    }
  }

  private void unlessUnknown(String name, Function<RunResult, String> cell) {
    if (runs.stream().map(cell).anyMatch(text -> !text.equals(Format.NONE))) {
      columns.add(name, cell);
    }
  }

  private Table build() {
    return columns.table("Results", runs, "");
  }

  private static String cpu(RunResult run, String process) {
    return run.processes().stream()
        .filter(cost -> cost.process().equals(process))
        .map(cost -> Format.digits(cost.cpuMicrosPerMessage()))
        .findFirst()
        .orElse(Format.NONE);
  }

  private static String counts(RunResult run) {
    Verification of = run.verification();
    return of.applicable()
        ? String.join(
            ", ",
            (of.verified() ? "YES" : "NO") + ": " + Format.whole(of.lost()),
            Format.whole(of.duplicated()),
            Format.whole(of.phantom()))
        : Format.NONE;
  }
}
