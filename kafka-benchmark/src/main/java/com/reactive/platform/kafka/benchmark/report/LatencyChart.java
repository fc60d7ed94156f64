package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Group;
import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Percentile;
import java.util.ArrayList;
import java.util.List;

/**
 * The latency distribution, as HdrHistogram's plots show it: each step to the right is one more
 * nine, so that the slowest few are as easy to see as the many.
 */
final class LatencyChart {
  private final Shape shape;
  private final Styles styles;

  LatencyChart(Shape shape) {
    this.shape = shape;
    this.styles = new Styles(shape);
  }

  Chart chart() {
    return Chart.over(
        "percentile",
        "percentiles",
        "Latency by percentile",
        "From the moment a send was due to its outcome.",
        "micros",
        true,
        groups());
  }

  private List<Group> groups() {
    if (shape.targets().size() == 1) {
      boolean alone = shape.runs().size() == 1;
      List<Series> lines =
          shape.runs().stream()
              .map(run -> line(run, alone ? run.target() : run.load(), alone ? "subject" : "ramp"))
              .toList();
      return List.of(new Group("", drawn(lines), List.of()));
    }
    List<Group> groups = new ArrayList<>();
    for (String load : shape.loads()) {
      List<Series> lines =
          shape.ofLoad(load).stream()
              .map(run -> line(run, run.target(), styles.of(run.target())))
              .toList();
      groups.add(new Group(shape.loads().size() == 1 ? "" : load, drawn(lines), List.of()));
    }
    return groups;
  }

  private static List<Series> drawn(List<Series> lines) {
    return lines.stream().filter(line -> !line.points().isEmpty()).toList();
  }

  private static Series line(RunResult run, String name, String style) {
    List<double[]> points = new ArrayList<>();
    double furthest = Math.max(1, run.latency().count());
    for (Percentile of : Points.thinned(run.latency().percentiles())) {
      double x = of.percent() >= 100 ? furthest : Math.min(furthest, 100 / (100 - of.percent()));
      if (of.micros() > 0) {
        Points.add(points, x, of.micros());
      }
    }
    return new Series(Format.marked(name, run), style, points);
  }
}
