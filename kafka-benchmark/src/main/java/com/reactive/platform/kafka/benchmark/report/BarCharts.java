package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Group;
import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** The targets beside each other: a bar for each, one load at a time. */
final class BarCharts {
  private final Shape shape;

  BarCharts(Shape shape) {
    this.shape = shape;
  }

  List<Chart> all() {
    boolean durable = shape.runs().stream().allMatch(run -> run.rates().transactional() != null);
    return List.of(
        chart(
            "bar-rate",
            durable ? "Transactional rate" : "Sustained rate",
            noteOn(shape),
            "rate",
            false,
            load -> byRole(load, BarCharts::rate)),
        chart("bar-p99", "p99 latency", "", "micros", false, load -> byRole(load, BarCharts::p99)),
        chart("bar-cpu", "CPU time per message", "", "cpu", true, this::byProcess));
  }

  /** What to know of a chart of rates. */
  static String noteOn(Shape shape) {
    boolean turns = shape.runs().stream().anyMatch(run -> run.turnRates().size() > 1);
    return turns ? "The thin line spans the turns." : "";
  }

  private Chart chart(
      String id,
      String title,
      String note,
      String unit,
      boolean stacked,
      Function<String, List<Series>> series) {
    List<Group> groups =
        shape.loads().stream()
            .map(
                load ->
                    new Group(shape.loads().size() == 1 ? "" : load, series.apply(load), List.of()))
            .toList();
    return Chart.bars(id, title, note, shape.targets(), unit, stacked, groups);
  }

  /** A series for each role; x is the place among the targets of the shape. */
  List<Series> byRole(String load, Function<RunResult, double[]> value) {
    List<Series> series = new ArrayList<>();
    for (Role role : Role.values()) {
      List<double[]> points = new ArrayList<>();
      for (RunResult run : shape.ofLoad(load)) {
        if (run.role() == role && run.verdict() == Verdict.PASS) {
          Points.add(points, shape.targets().indexOf(run.target()), value.apply(run));
        }
      }
      if (!points.isEmpty()) {
        String name = role.text();
        series.add(new Series(name, name, points));
      }
    }
    addFailed(series, load, value);
    return series;
  }

  private List<Series> byProcess(String load) {
    List<Series> series = new ArrayList<>();
    for (String process : ResultsTable.processes(shape.runs())) {
      List<double[]> points = new ArrayList<>();
      for (RunResult run : shape.ofLoad(load)) {
        for (ProcessCost cost : run.processes()) {
          if (cost.process().equals(process) && run.verdict() == Verdict.PASS) {
            int index = shape.targets().indexOf(run.target());
            Points.add(points, index, cost.cpuMicrosPerMessage());
          }
        }
      }
      series.add(new Series(process, "part", points));
    }
    addFailed(series, load, BarCharts::cpu);
    return series;
  }

  /** Runs that failed have a colour of their own. */
  private void addFailed(List<Series> series, String load, Function<RunResult, double[]> value) {
    List<double[]> points = new ArrayList<>();
    for (RunResult run : shape.ofLoad(load)) {
      if (run.verdict() == Verdict.FAIL) {
        Points.add(points, shape.targets().indexOf(run.target()), value.apply(run));
      }
    }
    if (!points.isEmpty()) {
      series.add(new Series("failed", "failed", points));
    }
  }

  private static double[] cpu(RunResult run) {
    Double micros = KeyFigures.of(run).cpuMicrosPerMessage();
    return new double[] {micros == null ? Double.NaN : micros};
  }

  /** With several turns, the least and the greatest of them behind it. */
  static double[] rate(RunResult run) {
    double rate = run.rates().sustained();
    double least = run.turnRates().stream().mapToDouble(Double::doubleValue).min().orElse(rate);
    double most = run.turnRates().stream().mapToDouble(Double::doubleValue).max().orElse(rate);
    return run.turnRates().size() > 1 ? new double[] {rate, least, most} : new double[] {rate};
  }

  private static double[] p99(RunResult run) {
    return run.latency().count() == 0
        ? new double[] {Double.NaN}
        : new double[] {run.latency().p99()};
  }
}
