package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** How batching followed a rising load: a row for each load. */
final class RampTable {
  private static final List<String> COLUMNS =
      List.of(
          "Level",
          "Target",
          "Achieved",
          "Submit",
          "Latency",
          "BatchSize",
          "Interval",
          "N in force",
          "Level in force");
  private static final String NOTE =
      "Submit: median time in which the batcher took a message over. Latency: median from the moment a message was due until Kafka acknowledged it. BatchSize:"
          + " messages per batch, mean, and its change from the row above. Interval and N: the"
          + " limits in force at the end of the row's load; a batch goes earlier when nothing is in"
          + " flight.";

  private RampTable() {}

  static Table of(List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    double before = 0;
    for (RunResult run : runs) {
      double batch = run.batches() == null ? 0 : run.batches().meanMessages();
      Point last = run.series().isEmpty() ? null : run.series().get(run.series().size() - 1);
      boolean known = last != null && last.flushIntervalMicros() != null;
      rows.add(
          List.of(
              run.load(),
              run.offeredPerSecond() == null ? "MAX" : rate(run.offeredPerSecond()),
              rate(run.rates().sustained()),
              submit(run).map(Format::micros).orElse("-"),
              Format.micros(run.latency().p50()),
              batch == 0 ? "-" : Format.digits(batch) + change(batch, before),
              known ? Format.micros(last.flushIntervalMicros()) : "-",
              known && last.flushBytes() != null ? Format.bytes(last.flushBytes()) : "-",
              last == null || last.level() == null ? "-" : last.level()));
      before = batch;
    }
    return new Table("Level after level", COLUMNS, rows, NOTE);
  }

  /** What came out, in three lines. */
  static Table summary(List<RunResult> runs) {
    RunResult fastest =
        runs.stream().max(Comparator.comparingDouble(run -> run.rates().sustained())).orElseThrow();
    List<List<String>> rows =
        List.of(
            List.of("Highest rate", rate(fastest.rates().sustained()) + " at " + fastest.load()),
            List.of("Submit latency", submits(runs)),
            List.of("Messages per batch", batches(runs)));
    return new Table("Summary", List.of("Figure", "Value"), rows, "");
  }

  private static String submits(List<RunResult> runs) {
    List<Double> known = runs.stream().flatMap(run -> submit(run).stream()).sorted().toList();
    return known.isEmpty()
        ? "unknown"
        : Format.micros(known.get(0)) + " to " + Format.micros(known.get(known.size() - 1));
  }

  /** At the first load, and wherever it was twice or half of what was told last. */
  private static String batches(List<RunResult> runs) {
    List<String> steps = new ArrayList<>();
    double told = 0;
    for (RunResult run : runs) {
      double batch = run.batches() == null ? 0 : run.batches().meanMessages();
      if (batch > 0 && (told == 0 || batch >= 2 * told || batch <= told / 2)) {
        steps.add(Format.digits(batch) + change(batch, told));
        told = batch;
      }
    }
    return steps.isEmpty() ? "unknown" : String.join(" → ", steps);
  }

  /** Microseconds; empty where it was not recorded. */
  private static Optional<Double> submit(RunResult run) {
    return Optional.ofNullable(run.efficiency()).map(Efficiency::submitMicros);
  }

  private static String rate(double perSecond) {
    return Format.digits(perSecond) + "/s";
  }

  /** Empty where it is less than a per cent, or there is nothing to compare with. */
  private static String change(double batch, double before) {
    boolean isChange = before > 0 && Math.abs(batch / before - 1) >= 0.01;
    return isChange ? " (" + Format.change(batch / before) + ")" : "";
  }
}
