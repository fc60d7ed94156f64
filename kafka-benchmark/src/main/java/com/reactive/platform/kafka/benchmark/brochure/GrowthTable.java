package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * The growth of a figure from load to load, where a brochure compares loads with each other; beside
 * a message if messages are of several sizes, for each KiB of it.
 */
final class GrowthTable {
  private static final double KIB = 1_024;

  private GrowthTable() {}

  /** One for each target and figure of which loads are compared. */
  static List<Table> of(List<Threshold> thresholds, List<RunResult> runs) {
    Map<List<String>, List<Threshold>> compared = new LinkedHashMap<>();
    thresholds.stream()
        .filter(threshold -> threshold.versusLoad() != null)
        .forEach(
            threshold ->
                compared
                    .computeIfAbsent(
                        List.of(threshold.target(), threshold.metric().name()),
                        key -> new ArrayList<>())
                    .add(threshold));
    List<Table> tables = new ArrayList<>();
    compared.forEach(
        (key, growth) -> {
          List<RunResult> of =
              runs.stream().filter(run -> run.target().equals(key.get(0))).toList();
          if (of.size() > 1) {
            tables.add(table(growth, of));
          }
        });
    return tables;
  }

  private static Table table(List<Threshold> growth, List<RunResult> runs) {
    Metric metric = growth.get(0).metric();
    boolean sizes = runs.stream().mapToInt(RunResult::messageBytes).distinct().count() > 1;
    List<String> columns = new ArrayList<>(List.of("Load", metric.name() + ", " + metric.unit()));
    if (sizes) {
      columns.add("For each KiB");
    }
    columns.add("Compared");
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      OptionalDouble value = metric.value(run);
      List<String> row = new ArrayList<>(List.of(run.load(), shown(value, 1)));
      if (sizes) {
        row.add(shown(value, KIB / run.messageBytes()));
      }
      row.add(compared(growth, run, runs));
      rows.add(row);
    }
    String title = metric.name() + " of " + growth.get(0).target() + " as the load grows";
    return new Table(title, columns, rows, "");
  }

  private static String shown(OptionalDouble value, double times) {
    return value.isPresent() ? Format.digits(value.getAsDouble() * times) : "unknown";
  }

  /**
   * Each load that this one is compared with, and how much more it is; empty if it is with none.
   */
  private static String compared(List<Threshold> growth, RunResult run, List<RunResult> runs) {
    List<String> ratios = new ArrayList<>();
    for (Threshold threshold : growth) {
      RunResult other = new ThresholdEvaluator(runs).reference(threshold, run);
      if (threshold.load().equals(run.load()) && other != null) {
        OptionalDouble ratio = ThresholdEvaluator.ratio(threshold.metric(), run, other);
        ratio.ifPresent(times -> ratios.add(Format.ratio(times) + " " + other.load()));
      }
    }
    return String.join(", ", ratios);
  }
}
