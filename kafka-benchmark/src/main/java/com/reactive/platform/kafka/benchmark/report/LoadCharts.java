package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/** Figures over the loads of a brochure, a line for each target. */
final class LoadCharts {
  private final Shape shape;
  private final Styles styles;

  LoadCharts(Shape shape) {
    this.shape = shape;
    this.styles = new Styles(shape);
  }

  List<Chart> all() {
    return shape.targets().size() == 1 ? ofOneTarget() : ofTargets();
  }

  private List<Chart> ofOneTarget() {
    List<Series> rates = new ArrayList<>();
    add(rates, "offered", "offered", RunResult::offeredPerSecond);
    add(rates, "achieved", "subject", LoadCharts::rate);
    List<Series> latencies = new ArrayList<>();
    add(latencies, "p50", "rival", run -> latency(run, run.latency().p50()));
    add(latencies, "p99", "subject", LoadCharts::p99);
    add(latencies, "p99.9", "rival", run -> latency(run, run.latency().p999()));
    List<Series> cpu = new ArrayList<>();
    add(cpu, "CPU per message", "subject", LoadCharts::cpu);
    List<Series> batches = new ArrayList<>();
    add(batches, "messages per batch", "subject", LoadCharts::batch);
    return List.of(
        chart("load-rate", "Rate at each load", "", "rate", rates, LoadCharts::rate),
        chart("load-latency", "Latency at each load", "", "micros", latencies, LoadCharts::p99),
        chart(
            "load-cpu",
            "CPU per message at each load",
            "All processes.",
            "cpu",
            cpu,
            LoadCharts::cpu),
        chart(
            "load-batch",
            "Messages per batch at each load",
            "",
            "count",
            batches,
            LoadCharts::batch));
  }

  private List<Chart> ofTargets() {
    String dashed = shape.isSweep() ? "Dashed: the best of the others at that load." : "";
    return List.of(
        chart(
            "load-rate",
            "Rate at each load",
            dashed,
            "rate",
            lines(LoadCharts::rate, true),
            LoadCharts::rate),
        chart(
            "load-p99",
            "p99 latency at each load",
            dashed,
            "micros",
            lines(LoadCharts::p99, false),
            LoadCharts::p99),
        chart(
            "load-cpu",
            "CPU per message at each load",
            (dashed + " All processes.").strip(),
            "cpu",
            lines(LoadCharts::cpu, false),
            LoadCharts::cpu));
  }

  private Chart chart(
      String id,
      String title,
      String note,
      String unit,
      List<Series> lines,
      Function<RunResult, Double> marked) {
    List<Series> series = new ArrayList<>(lines);
    Series failed = failed(marked);
    if (!failed.points().isEmpty()) {
      series.add(failed);
    }
    return Chart.overLabels(id, title, note, shape.loads(), unit, Points.spread(series), series);
  }

  private void add(
      List<Series> all, String name, String style, Function<RunResult, Double> figure) {
    Series series = line(name, style, load -> shape.ofLoad(load).stream().findFirst(), figure);
    if (!series.points().isEmpty()) {
      all.add(series);
    }
  }

  private List<Series> lines(Function<RunResult, Double> figure, boolean moreIsBetter) {
    List<Series> series = new ArrayList<>();
    for (String target : shape.targets()) {
      series.add(line(target, styles.of(target), load -> shape.run(target, load), figure));
    }
    if (shape.isSweep()) {
      series.add(
          line(
              "best of the others", "best", load -> bestOther(load, figure, moreIsBetter), figure));
    }
    return series;
  }

  /** A cross on every point of a run that failed. */
  private Series failed(Function<RunResult, Double> figure) {
    List<double[]> points = new ArrayList<>();
    for (RunResult run : shape.runs()) {
      Double value = run.verdict() == Verdict.FAIL ? figure.apply(run) : null;
      if (value != null) {
        Points.add(points, shape.loads().indexOf(run.load()), value);
      }
    }
    return new Series("failed", "failed", points);
  }

  private Optional<RunResult> bestOther(
      String load, Function<RunResult, Double> figure, boolean moreIsBetter) {
    String subject = shape.subjects().get(0);
    return shape.ofLoad(load).stream()
        .filter(run -> !run.target().equals(subject) && run.verdict() == Verdict.PASS)
        .filter(run -> Objects.nonNull(figure.apply(run)))
        .reduce((a, b) -> figure.apply(b) > figure.apply(a) == moreIsBetter ? b : a);
  }

  private Series line(
      String name,
      String style,
      Function<String, Optional<RunResult>> run,
      Function<RunResult, Double> figure) {
    List<double[]> points = new ArrayList<>();
    for (int index = 0; index < shape.loads().size(); index++) {
      Optional<Double> value = run.apply(shape.loads().get(index)).map(figure);
      if (value.isPresent()) {
        Points.add(points, index, value.get());
      }
    }
    return new Series(name, style, points);
  }

  private static Double rate(RunResult run) {
    return run.rates().sustained();
  }

  private static Double latency(RunResult run, double micros) {
    return run.latency().count() == 0 ? null : micros;
  }

  private static Double p99(RunResult run) {
    return latency(run, run.latency().p99());
  }

  private static Double cpu(RunResult run) {
    return KeyFigures.of(run).cpuMicrosPerMessage();
  }

  private static Double batch(RunResult run) {
    return run.batches() == null ? null : run.batches().meanMessages();
  }
}
