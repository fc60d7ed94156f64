package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** A few targets beside each other: one bar for each target and load. */
final class BarCharts {
  private final Shape shape;

  BarCharts(Shape shape) {
    this.shape = shape;
  }

  List<Chart> all() {
    boolean turns = shape.runs().stream().anyMatch(run -> run.turnRates().size() > 1);
    boolean durable = shape.runs().stream().allMatch(run -> run.rates().transactional() != null);
    return List.of(
        Chart.bars(
            "bar-rate",
            durable ? "Transactional rate" : "Sustained rate",
            turns ? "The thin line spans the turns." : "",
            labels(),
            "rate",
            false,
            byRole(BarCharts::rate)),
        Chart.bars("bar-p99", "p99 latency", "", labels(), "micros", false, byRole(BarCharts::p99)),
        Chart.bars("bar-cpu", "CPU time per message", "", labels(), "cpu", true, byProcess()));
  }

  private List<String> labels() {
    boolean manyLoads = shape.loads().size() > 1;
    return shape.runs().stream()
        .map(run -> manyLoads ? run.target() + ", " + run.load() : run.target())
        .toList();
  }

  private List<Series> byRole(Function<RunResult, double[]> value) {
    List<Series> series = new ArrayList<>();
    for (Role role : Role.values()) {
      List<double[]> points = new ArrayList<>();
      for (int index = 0; index < shape.runs().size(); index++) {
        RunResult run = shape.runs().get(index);
        if (run.role() == role) {
          Points.add(points, index, value.apply(run));
        }
      }
      if (!points.isEmpty()) {
        String name = role.name().toLowerCase(Locale.ROOT);
        series.add(new Series(name, name, points));
      }
    }
    return series;
  }

  private List<Series> byProcess() {
    List<Series> series = new ArrayList<>();
    for (String process : ResultsTable.processes(shape.runs())) {
      List<double[]> points = new ArrayList<>();
      for (int index = 0; index < shape.runs().size(); index++) {
        for (ProcessCost cost : shape.runs().get(index).processes()) {
          if (cost.process().equals(process)) {
            Points.add(points, index, cost.cpuMicrosPerMessage());
          }
        }
      }
      series.add(new Series(process, "part", points));
    }
    return series;
  }

  private static double[] rate(RunResult run) {
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
