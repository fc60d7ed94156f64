package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * A grid of targets and loads in one figure, each relative to the best of its load. A run that
 * failed has no place in it but its mark.
 *
 * @param figure of a run; null if it has none
 * @param wording of a figure relative to the best
 * @param good relative to the best, a figure that is about as good
 */
record Sweep(
    Shape shape,
    String title,
    Function<RunResult, Double> figure,
    boolean moreIsBetter,
    DoubleFunction<String> wording,
    double good) {

  /** Rate, p99 and CPU. */
  static List<Sweep> all(Shape shape) {
    return List.of(
        new Sweep(
            shape,
            "Rate, in per cent of the best at that load",
            run -> KeyFigures.of(run).perSecond(),
            true,
            Format::percent,
            0.95),
        new Sweep(
            shape,
            "p99 latency, as a multiple of the best at that load",
            run -> KeyFigures.of(run).p99Micros(),
            false,
            Format::ratio,
            1.1),
        new Sweep(
            shape,
            "CPU per message, all processes, as a multiple of the cheapest at that load",
            run -> KeyFigures.of(run).cpuMicrosPerMessage(),
            false,
            Format::ratio,
            1.1));
  }

  /** A row for each target; its last cell counts the loads at which its figure is good. */
  Table table() {
    List<String> columns = new ArrayList<>(List.of("target"));
    columns.addAll(shape.loads());
    columns.add("best grade");
    List<List<String>> rows = shape.targets().stream().map(this::cells).toList();
    return new Table(title, columns, rows, "");
  }

  private List<String> cells(String target) {
    List<String> cells = new ArrayList<>(List.of(target));
    int best = 0;
    for (String load : shape.loads()) {
      OptionalDouble relative = relative(target, load);
      String figure = relative.isPresent() ? wording.apply(relative.getAsDouble()) : Format.NONE;
      cells.add(failed(target, load) ? "FAIL" : figure);
      best += relative.isPresent() && isGood(relative.getAsDouble()) ? 1 : 0;
    }
    cells.add(best + " of " + shape.loads().size());
    return cells;
  }

  private boolean isGood(double relative) {
    return moreIsBetter ? relative >= good : relative <= good;
  }

  private boolean failed(String target, String load) {
    return shape.run(target, load).filter(run -> run.verdict() == Verdict.FAIL).isPresent();
  }

  private OptionalDouble relative(String target, String load) {
    OptionalDouble own = shape.run(target, load).map(this::value).orElse(OptionalDouble.empty());
    OptionalDouble best = best(load);
    return own.isPresent() && best.isPresent() && best.getAsDouble() > 0
        ? OptionalDouble.of(own.getAsDouble() / best.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble best(String load) {
    var values =
        shape.ofLoad(load).stream()
            .map(this::value)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble);
    return moreIsBetter ? values.max() : values.min();
  }

  private OptionalDouble value(RunResult run) {
    Double value = run.verdict() == Verdict.FAIL ? null : figure.apply(run);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
  }
}
