package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.HistoryEntry.Figures;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;

/** What became of each figure since the run before; worse by more than a tenth is a regression. */
final class Changes {
  /** A part of the former figure. */
  static final double TOLERANCE = 0.10;

  /** More rows than this are not shown: a sweep has hundreds. */
  private static final int MAX_ROWS = 20;

  /**
   * One figure, then and now.
   *
   * @param regressed whether it is worse by more than {@link #TOLERANCE}
   */
  record Change(
      String target,
      String load,
      String metric,
      String before,
      String now,
      double ratio,
      boolean regressed) {

    boolean isOf(RunResult run) {
      return target.equals(run.target()) && load.equals(run.load());
    }
  }

  private final HistoryEntry before;
  private final List<Change> changes = new ArrayList<>();

  private Changes(HistoryEntry before) {
    this.before = before;
  }

  /** From {@code before} to {@code now}: all figures that both have. */
  static Changes between(HistoryEntry before, HistoryEntry now) {
    Changes changes = new Changes(before);
    for (Figures figures : now.runs()) {
      before.sameCase(figures).ifPresent(then -> changes.add(then, figures));
    }
    return changes;
  }

  static boolean isWorse(double ratio, boolean moreIsBetter) {
    return moreIsBetter ? ratio < 1 - TOLERANCE : ratio > 1 + TOLERANCE;
  }

  List<Change> all() {
    return List.copyOf(changes);
  }

  List<Change> regressions() {
    return changes.stream().filter(Change::regressed).toList();
  }

  /** The regressions if there are any; else empty rows and a note that says so. */
  Table table() {
    List<Change> regressions = regressions();
    String since =
        "Compared with the run of "
            + Format.when(before.startedAt())
            + " (commit "
            + before.commit()
            + ") of the same plan on the same processor, JDK and Kafka: "
            + regressions.size()
            + " of "
            + changes.size()
            + " figures are worse by more than "
            + Format.percent(TOLERANCE)
            + (regressions.size() > MAX_ROWS ? "; the first " + MAX_ROWS + " are shown." : ".");
    List<List<String>> rows =
        regressions.stream()
            .limit(MAX_ROWS)
            .map(
                of ->
                    List.of(
                        of.target(),
                        of.load(),
                        of.metric(),
                        of.before(),
                        of.now(),
                        Format.change(of.ratio())))
            .toList();
    return new Table(
        "Since the run before",
        List.of("target", "load", "figure", "then", "now", "change"),
        rows,
        since);
  }

  private void add(Figures then, Figures now) {
    add(
        now,
        "rate",
        true,
        Format.rate(then.perSecond()),
        Format.rate(now.perSecond()),
        now.perSecond() / then.perSecond());
    if (then.p99Micros() != null && now.p99Micros() != null) {
      add(
          now,
          "p99",
          false,
          Format.micros(then.p99Micros()),
          Format.micros(now.p99Micros()),
          now.p99Micros() / then.p99Micros());
    }
    if (then.cpuMicrosPerMessage() != null && now.cpuMicrosPerMessage() != null) {
      add(
          now,
          "CPU per message",
          false,
          Format.cpu(then.cpuMicrosPerMessage()) + " µs",
          Format.cpu(now.cpuMicrosPerMessage()) + " µs",
          now.cpuMicrosPerMessage() / then.cpuMicrosPerMessage());
    }
  }

  private void add(
      Figures figures, String metric, boolean moreIsBetter, String then, String now, double ratio) {
    changes.add(
        new Change(
            figures.target(),
            figures.load(),
            metric,
            then,
            now,
            ratio,
            isWorse(ratio, moreIsBetter)));
  }
}
