package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Group;
import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Servers beside each other under all loads at once: a bar for each target, load by load, with the
 * load's name above them. Of as many as can be taken in at a glance.
 */
final class EveryLoadCharts {
  private static final int MAX_BARS = 40;

  private final Shape shape;
  private final BarCharts bars;

  EveryLoadCharts(Shape shape) {
    this.shape = shape;
    this.bars = new BarCharts(shape);
  }

  /** Empty if there is no server, or nothing to compare, or too much of it. */
  List<Chart> all() {
    boolean fits = shape.loads().size() * shape.targets().size() <= MAX_BARS;
    boolean served = shape.runs().stream().anyMatch(run -> run.serverUnderTest().isPresent());
    if (!shape.isCompared() || shape.loads().size() < 2 || !fits || !served) {
      return List.of();
    }
    return List.of(
        chart("every-rate", "Rate", BarCharts.noteOn(shape), "rate", BarCharts::rate),
        chart(
            "every-cpu",
            "CPU time of the server per message",
            "The gateway's, or that of the server in its place.",
            "cpu",
            EveryLoadCharts::cpu));
  }

  private Chart chart(
      String id, String title, String note, String unit, Function<RunResult, double[]> value) {
    List<String> labels = new ArrayList<>();
    Map<String, Series> series = new LinkedHashMap<>();
    for (String load : shape.loads()) {
      labels.add(load + Chart.HEADING);
      int first = labels.size();
      List<String> shown = shown(value);
      shown.forEach(target -> labels.add(target + "\n" + load));
      for (Series part : bars.byRole(load, value)) {
        Series whole =
            series.computeIfAbsent(
                part.name(), name -> new Series(name, part.style(), new ArrayList<>()));
        for (double[] point : part.points()) {
          double[] moved = point.clone();
          moved[0] = first + shown.indexOf(shape.targets().get((int) point[0]));
          whole.points().add(moved);
        }
      }
    }
    List<Group> group = List.of(new Group("", List.copyOf(series.values()), List.of()));
    return Chart.bars(id, title, note, labels, unit, false, group);
  }

  /** Targets that have the figure at some load. */
  private List<String> shown(Function<RunResult, double[]> value) {
    return shape.targets().stream()
        .filter(
            target ->
                shape.runs().stream()
                    .filter(run -> run.target().equals(target))
                    .anyMatch(run -> Double.isFinite(value.apply(run)[0])))
        .toList();
  }

  private static double[] cpu(RunResult run) {
    return new double[] {
      run.serverUnderTest().map(ProcessCost::cpuMicrosPerMessage).orElse(Double.NaN)
    };
  }
}
