package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * How a figure grows from load to load, where a brochure compares loads with each other; beside a
 * message if messages are of several sizes, for each KiB of it.
 */
final class GrowthTable {
  private static final double KIB = 1_024;

  private GrowthTable() {}

  /** One for each target and figure of which loads are compared. */
  static List<Table> of(List<Threshold> thresholds, List<RunResult> runs) {
    Map<List<String>, Metric> figures = new LinkedHashMap<>();
    thresholds.stream()
        .filter(threshold -> threshold.versusLoad() != null)
        .forEach(
            threshold ->
                figures.putIfAbsent(
                    List.of(threshold.target(), threshold.metric().name()), threshold.metric()));
    List<Table> tables = new ArrayList<>();
    figures.forEach(
        (key, metric) -> {
          List<RunResult> of =
              runs.stream().filter(run -> run.target().equals(key.get(0))).toList();
          if (of.size() > 1) {
            tables.add(of(key.get(0), metric, of));
          }
        });
    return tables;
  }

  private static Table of(String target, Metric metric, List<RunResult> runs) {
    boolean sizes = runs.stream().mapToInt(RunResult::messageBytes).distinct().count() > 1;
    RunResult first = runs.get(0);
    List<String> columns = new ArrayList<>(List.of("Load", metric.name() + ", " + metric.unit()));
    columns.add("× " + first.load());
    if (sizes) {
      columns.add("For each KiB");
    }
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      OptionalDouble value = metric.value(run);
      OptionalDouble ratio = Judgement.ratio(metric, run, first);
      List<String> row = new ArrayList<>();
      row.add(run.load());
      row.add(value.isPresent() ? Words.number(value.getAsDouble()) : "unknown");
      row.add(ratio.isPresent() ? Words.ratio(ratio.getAsDouble()) : "unknown");
      if (sizes) {
        row.add(
            value.isPresent()
                ? Words.number(value.getAsDouble() * KIB / run.messageBytes())
                : "unknown");
      }
      rows.add(row);
    }
    return new Table(metric.name() + " of " + target + " as the load grows", columns, rows, "");
  }
}
