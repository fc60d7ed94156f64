package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import java.util.List;
import java.util.stream.Collectors;

/** The figures to see first, in large type. */
final class Tiles {
  private final StringBuilder html = new StringBuilder();

  private Tiles() {}

  static String of(Shape shape, Verdicts verdicts) {
    Tiles tiles = new Tiles();
    if (shape.isSweep()) {
      tiles.sweep(shape);
    } else {
      shape.leading().ifPresent(run -> tiles.run(shape, run));
    }
    if (verdicts.isKafkaUsed()) {
      tiles.add("Found in Kafka", verdicts.found(), "messages; " + verdicts.counts());
    }
    return tiles.render();
  }

  Tiles add(String what, String value, String more) {
    html.append("<div class=\"tile\">")
        .append(Html.element("dt", "", what))
        .append("<dd class=\"value\">")
        .append(value(value))
        .append("</dd>")
        .append(Html.element("dd", "more", more))
        .append("</div>\n");
    return this;
  }

  String render() {
    return html.isEmpty() ? "" : "<dl class=\"tiles\">\n" + html + "</dl>\n";
  }

  static Tiles empty() {
    return new Tiles();
  }

  private void run(Shape shape, RunResult run) {
    KeyFigures key = KeyFigures.of(run);
    String where =
        shape.runs().size() == 1
            ? ""
            : run.target() + (shape.loads().size() == 1 ? "" : ", " + run.load());
    add(
        "Rate, " + key.kind(),
        Format.rate(key.perSecond()),
        Format.joined(
            where, Format.digits(run.rates().megabytesPerSecond()) + " MB/s", message(run)));
    if (key.p99Micros() != null) {
      add(
          "Latency, p99",
          Format.micros(key.p99Micros()),
          "p50 "
              + Format.micros(run.latency().p50())
              + " · p99.9 "
              + Format.micros(run.latency().p999()));
    }
    if (key.cpuMicrosPerMessage() != null) {
      add(
          "CPU per message",
          Format.cpu(key.cpuMicrosPerMessage()) + " µs",
          run.processes().stream().map(Tiles::part).collect(Collectors.joining(" + ")));
    }
    Baseline baseline = new Baseline(shape.runs());
    if (baseline.isBeside(run)) {
      add(
          "Beside the baseline",
          Format.ratio(baseline.ratio(run)),
          "of the rate of " + baseline.nameFor(run));
    } else if (run.batches() != null) {
      add(
          "Batch",
          Format.digits(run.batches().meanMessages()) + " msg",
          Format.bytes(run.batches().meanBytes()) + " on average");
    }
  }

  private void sweep(Shape shape) {
    String subject = shape.subjects().get(0);
    List<Sweep> sweeps = Sweep.all(shape);
    String[] names = {"Rate", "p99 latency", "CPU, all processes"};
    for (int index = 0; index < names.length; index++) {
      Sweep sweep = sweeps.get(index);
      add(
          names[index],
          sweep.atBest(subject) + " of " + shape.loads().size() + " loads",
          subject + ": " + sweep.note() + " of the best");
    }
  }

  /** The number is large, what follows it is not. */
  private static String value(String value) {
    int unit = value.lastIndexOf(' ');
    return unit < 0 || Character.isDigit(value.charAt(unit + 1))
        ? Html.text(value)
        : Html.text(value.substring(0, unit)) + Html.element("small", "", value.substring(unit));
  }

  private static String message(RunResult run) {
    String acks = Format.acks(run);
    return Format.message(run) + (acks.equals(Format.NONE) ? "" : " · acks=" + acks);
  }

  private static String part(ProcessCost cost) {
    return cost.process() + " " + Format.cpu(cost.cpuMicrosPerMessage());
  }
}
