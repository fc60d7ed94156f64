package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Columns;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The batches and limits of targets that adapt to their load: a row for each load. */
final class BatchingTables {
  private static final String NONE = "-";
  private static final String RAMP_NOTE =
      "Submit: median time until the batcher accepted a message. Latency: median time from when a"
          + " message was due until Kafka acknowledged it. BatchSize: mean number of messages per"
          + " batch, and its change from the previous row. Interval and N: the limits in force at"
          + " the end of the load; a batch is sent earlier when nothing is in flight.";
  private static final String NOTE =
      "Level, N and T: in force at the end of the first iteration. IDLE: nothing was in flight.";

  private BatchingTables() {}

  /** Rising loads, each compared with the one before. */
  static Table ramp(List<RunResult> runs) {
    return new Columns<RunResult>()
        .add("Level", RunResult::load)
        .add("Target", run -> run.offeredPerSecond() == null ? "MAX" : rate(run.offeredPerSecond()))
        .add("Achieved", run -> rate(run.rates().sustained()))
        .add("Submit", run -> submit(run).map(Format::micros).orElse(NONE))
        .add("Latency", run -> Format.micros(run.latency().p50()))
        .add("BatchSize", run -> batch(runs, runs.indexOf(run)))
        .add("Interval", run -> atEnd(run, Point::flushIntervalMicros, Format::micros))
        .add("N in force", run -> atEnd(run, Point::flushBytes, n -> Format.bytes(n)))
        .add("Level in force", run -> atEnd(run, Point::level, level -> level))
        .table("Level after level", runs, RAMP_NOTE);
  }

  /** The ramp in three lines. */
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

  /** One for each target that has levels. */
  static List<Table> ofTargets(List<RunResult> runs) {
    Map<String, List<RunResult>> adapting =
        runs.stream()
            .filter(run -> last(run).map(Point::level).isPresent() && run.batches() != null)
            .collect(Collectors.groupingBy(RunResult::target));
    return runs.stream()
        .map(RunResult::target)
        .distinct()
        .filter(adapting::containsKey)
        .map(target -> ofTarget(target, adapting.get(target)))
        .toList();
  }

  private static Table ofTarget(String target, List<RunResult> runs) {
    return new Columns<RunResult>()
        .add("Load", RunResult::load)
        .add("Level", run -> atEnd(run, Point::level, level -> level))
        .add("N", run -> atEnd(run, Point::flushBytes, n -> Format.bytes(n)))
        .add("T", run -> atEnd(run, Point::flushIntervalMicros, Format::micros))
        .add("H", run -> atEnd(run, Point::idlePauseMicros, Format::micros))
        .add("Messages per batch", run -> Format.digits(run.batches().meanMessages()))
        .add("Reasons for flushes", run -> reasons(run.batches().reasons()))
        .table("Batches of " + target, runs, NOTE);
  }

  private static String reasons(Map<String, Long> counts) {
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    return counts.entrySet().stream()
        .filter(reason -> reason.getValue() > 0)
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(reason -> reason.getKey() + " " + Format.digits(100 * reason.getValue() / all) + " %")
        .collect(Collectors.joining(", "));
  }

  private static Optional<Point> last(RunResult run) {
    return run.series().isEmpty()
        ? Optional.empty()
        : Optional.of(run.series().get(run.series().size() - 1));
  }

  private static <T> String atEnd(
      RunResult run, Function<Point, T> value, Function<T, String> text) {
    return last(run).map(value).map(text).orElse(NONE);
  }

  private static double batchSize(RunResult run) {
    return run.batches() == null ? 0 : run.batches().meanMessages();
  }

  private static String batch(List<RunResult> runs, int index) {
    double batch = batchSize(runs.get(index));
    double before = index == 0 ? 0 : batchSize(runs.get(index - 1));
    return batch == 0 ? NONE : Format.digits(batch) + change(batch, before);
  }

  private static String submits(List<RunResult> runs) {
    List<Double> known = runs.stream().flatMap(run -> submit(run).stream()).sorted().toList();
    return known.isEmpty()
        ? "unknown"
        : Format.micros(known.get(0)) + " to " + Format.micros(known.get(known.size() - 1));
  }

  /** At the first load, and wherever it is twice or half of the last one shown. */
  private static String batches(List<RunResult> runs) {
    List<String> steps = new ArrayList<>();
    double shown = 0;
    for (RunResult run : runs) {
      double batch = batchSize(run);
      if (batch > 0 && (shown == 0 || batch >= 2 * shown || batch <= shown / 2)) {
        steps.add(Format.digits(batch) + change(batch, shown));
        shown = batch;
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
