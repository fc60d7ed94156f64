package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What an adapting target did with its batches: a row for each load. */
final class BatchingTable {
  private static final List<String> COLUMNS =
      List.of("Load", "Level", "N", "T", "Messages per batch", "Why batches went");
  private static final String NOTE =
      "Level, N and T: in force at the end of the first turn. IDLE: nothing was in flight.";

  private BatchingTable() {}

  /** One for each target that has levels. */
  static List<Table> of(List<RunResult> runs) {
    return runs.stream()
        .filter(run -> level(run) != null)
        .map(RunResult::target)
        .distinct()
        .map(target -> of(target, runs))
        .toList();
  }

  private static Table of(String target, List<RunResult> runs) {
    List<List<String>> rows = new ArrayList<>();
    for (RunResult run : runs) {
      Point last = level(run);
      if (run.target().equals(target) && last != null && run.batches() != null) {
        rows.add(
            List.of(
                run.load(),
                last.level(),
                last.flushBytes() == null ? "-" : Format.bytes(last.flushBytes()),
                last.flushIntervalMicros() == null
                    ? "-"
                    : Format.micros(last.flushIntervalMicros()),
                Format.digits(run.batches().meanMessages()),
                reasons(run.batches().reasons())));
      }
    }
    return new Table("How " + target + " batched", COLUMNS, rows, NOTE);
  }

  /** The last moment of which a level is known; null if there is none. */
  private static Point level(RunResult run) {
    Point last = run.series().isEmpty() ? null : run.series().get(run.series().size() - 1);
    return last == null || last.level() == null ? null : last;
  }

  private static String reasons(Map<String, Long> counts) {
    double all = counts.values().stream().mapToLong(Long::longValue).sum();
    return counts.entrySet().stream()
        .filter(reason -> reason.getValue() > 0)
        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
        .map(reason -> reason.getKey() + " " + Format.digits(100 * reason.getValue() / all) + " %")
        .collect(Collectors.joining(", "));
  }
}
