package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A grid of targets and loads in one figure, each relative to the best of its load. A run that
 * failed has no place in it but its mark.
 */
final class Sweep {
  private static final int GRADES = 4;

  private final Shape shape;
  private final String title;
  private final String note;
  private final Function<RunResult, Double> figure;
  private final boolean moreIsBetter;
  private final DoubleFunction<String> wording;
  private final double[] grades;

  private Sweep(
      Shape shape,
      String title,
      String note,
      Function<RunResult, Double> figure,
      boolean moreIsBetter,
      DoubleFunction<String> wording,
      double... grades) {
    this.shape = shape;
    this.title = title;
    this.note = note;
    this.figure = figure;
    this.moreIsBetter = moreIsBetter;
    this.wording = wording;
    this.grades = grades;
  }

  /** Rate, p99 and CPU. */
  static List<Sweep> all(Shape shape) {
    return List.of(
        new Sweep(
            shape,
            "Rate, in per cent of the best at that load",
            "at least 95 %",
            run -> KeyFigures.of(run).perSecond(),
            true,
            Format::percent,
            0.95,
            0.90,
            0.75),
        new Sweep(
            shape,
            "p99 latency, as a multiple of the best at that load",
            "at most ×1.1",
            run -> KeyFigures.of(run).p99Micros(),
            false,
            Format::ratio,
            1.1,
            1.5,
            3),
        new Sweep(
            shape,
            "CPU per message, all processes, as a multiple of the cheapest at that load",
            "at most ×1.1",
            run -> KeyFigures.of(run).cpuMicrosPerMessage(),
            false,
            Format::ratio,
            1.1,
            1.25,
            1.5));
  }

  String title() {
    return title;
  }

  /** What the best grade means, in words. */
  String note() {
    return note;
  }

  Table table() {
    List<String> columns = new ArrayList<>(List.of("target"));
    columns.addAll(shape.loads());
    columns.add("best grade");
    List<List<String>> rows = shape.targets().stream().map(this::cells).toList();
    return new Table(title, columns, rows, "");
  }

  private List<String> cells(String target) {
    List<String> cells = new ArrayList<>(List.of(target));
    for (String load : shape.loads()) {
      OptionalDouble relative = relative(target, load);
      String figure = relative.isPresent() ? wording.apply(relative.getAsDouble()) : Format.NONE;
      cells.add(failed(target, load) ? "FAIL" : figure);
    }
    cells.add(atBest(target) + " of " + shape.loads().size());
    return cells;
  }

  /** Whether it ran and failed. */
  boolean failed(String target, String load) {
    return shape.run(target, load).filter(run -> run.verdict() == Verdict.FAIL).isPresent();
  }

  /** 0 for the best grade, up to 3 for the worst; -1 where nothing was measured, or it failed. */
  int grade(String target, String load) {
    OptionalDouble relative = relative(target, load);
    if (relative.isEmpty()) {
      return -1;
    }
    double value = relative.getAsDouble();
    return IntStream.range(0, GRADES - 1)
        .filter(grade -> moreIsBetter ? value >= grades[grade] : value <= grades[grade])
        .findFirst()
        .orElse(GRADES - 1);
  }

  /** At how many loads the target has the best grade. */
  long atBest(String target) {
    return shape.loads().stream().filter(load -> grade(target, load) == 0).count();
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
