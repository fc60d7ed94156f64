package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.HistoryEntry.Figures;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The changes of each figure since the run before.
 *
 * @param before the earlier run
 * @param all changes, run by run
 */
record Changes(HistoryEntry before, List<Change> all) {
  /** More rows than this are not shown: a sweep has hundreds. */
  private static final int MAX_ROWS = 20;

  /**
   * One figure, then and now.
   *
   * @param ratio of the two
   */
  record Change(Figures then, Figures now, KeyFigure figure, double ratio) {
    boolean isRegression() {
      return figure.isWorse(ratio);
    }

    /** The figure, its two values and the change in per cent, as cells of a table. */
    List<String> figures() {
      return List.of(
          figure.text(),
          figure.withUnit(then.key()),
          figure.withUnit(now.key()),
          Format.change(ratio));
    }
  }

  /** From {@code before} to {@code now}: all figures that both have. */
  static Changes between(HistoryEntry before, HistoryEntry now) {
    List<Change> changes = new ArrayList<>();
    for (Figures figures : now.runs()) {
      Figures then = before.sameCase(figures).orElse(null);
      for (KeyFigure figure : then == null ? new KeyFigure[0] : KeyFigure.values()) {
        Double ratio = figure.ratio(then.key(), figures.key());
        if (ratio != null) {
          changes.add(new Change(then, figures, figure, ratio));
        }
      }
    }
    return new Changes(before, List.copyOf(changes));
  }

  List<Change> regressions() {
    return all.stream().filter(Change::isRegression).toList();
  }

  /** The change of a run's rate; empty if it was not there before. */
  Optional<Change> ofRate(RunResult run) {
    return all.stream()
        .filter(of -> of.figure == KeyFigure.RATE)
        .filter(of -> of.now.target().equals(run.target()) && of.now.load().equals(run.load()))
        .findFirst();
  }

  /** The regressions if there are any; else empty rows and a note that says so. */
  Table table() {
    List<Change> regressions = regressions();
    String note =
        ("Compared with the run of %s (commit %s) of the same plan on the same processor, JDK and"
                + " Kafka: %d of %d figures are worse by more than %s%s")
            .formatted(
                Format.when(before.startedAt()),
                before.commit(),
                regressions.size(),
                all.size(),
                Format.percent(KeyFigure.TOLERANCE),
                regressions.size() > MAX_ROWS ? "; the first " + MAX_ROWS + " are shown." : ".");
    List<List<String>> rows = new ArrayList<>();
    for (Change of : regressions.subList(0, Math.min(MAX_ROWS, regressions.size()))) {
      List<String> row = new ArrayList<>(List.of(of.now.target(), of.now.load()));
      row.addAll(of.figures());
      rows.add(row);
    }
    return new Table(
        "Since the run before",
        List.of("target", "load", "figure", "then", "now", "change"),
        rows,
        note);
  }
}
