package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.microbatch.adaptive.CalibrationStatus;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.LevelStatus;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The state of calibration, level by level. */
final class CalibrationTable {
  private static final String NOTE =
      "Limits: N, T. Score: events per CPU-second while p99 is within the level's budget; at"
          + " saturation, of all cores. Regression: the last run of the best limits was more than"
          + " 10 % below the expected score.";

  /**
   * The runs of a level.
   *
   * @param tried limits, in their order
   * @param reachable whether the machine could bear the level's load
   * @param reachedPerSecond what it bore
   */
  record Row(
      PressureLevel level, List<FlushLimits> tried, boolean reachable, double reachedPerSecond) {}

  private CalibrationTable() {}

  static Table of(List<Row> rows, CalibrationStatus status) {
    List<List<String>> cells = new ArrayList<>();
    for (Row row : rows) {
      String tried =
          row.tried.stream()
              .map(CalibrationTable::text)
              .distinct()
              .collect(Collectors.joining(" | "));
      List<String> line = new ArrayList<>(List.of(row.level.name(), tried));
      line.addAll(known(status.level(row.level)));
      line.add(
          (row.reachable ? "" : "not reachable here: ")
              + Format.digits(row.reachedPerSecond)
              + "/s");
      cells.add(line);
    }
    return new Table(
        "Calibration",
        List.of(
            "Level",
            "Limits tried",
            "Best",
            "Expected score",
            "Observations",
            "Regression",
            "Reached"),
        cells,
        NOTE);
  }

  /** Levels as they stand in a file, without a run. */
  static Table of(List<LevelStatus> levels) {
    List<List<String>> cells = new ArrayList<>();
    for (LevelStatus level : levels) {
      List<String> line = new ArrayList<>(List.of(level.level().name()));
      line.addAll(known(level).subList(0, 3)); // a file does not say whether the last run regressed
      cells.add(line);
    }
    return new Table(
        "Calibration", List.of("Level", "Best", "Expected score", "Observations"), cells, NOTE);
  }

  private static List<String> known(LevelStatus level) {
    boolean scored = level.expectedScore() > 0;
    return List.of(
        text(level.best()),
        scored ? Format.digits(level.expectedScore()) : "-",
        Long.toString(level.observations()),
        scored ? (level.regression() ? "YES" : "no") : "-");
  }

  private static String text(FlushLimits limits) {
    double micros = limits.flushIntervalNanos() / 1_000.0;
    return Format.bytes(limits.flushBytes()) + ", " + Format.micros(micros);
  }
}
