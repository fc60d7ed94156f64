package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.HistoryEntry.Figures;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;
import java.util.stream.Stream;

/**
 * An {@link Overview} as the page reads it.
 *
 * @param summary all brochures in two sentences
 * @param unreadable a sentence for each brochure that cannot be shown
 * @param brochures a row for each
 * @param failed names of those that failed
 * @param regressions figures that are worse than in the run before
 * @param trends how the rate of each brochure's leading run went
 */
record OverviewData(
    String summary,
    List<String> unreadable,
    Table brochures,
    List<String> failed,
    Table regressions,
    List<Trend> trends) {
  /** Runs in a trend at most. */
  private static final int MAX_POINTS = 40;

  /**
   * The rate over comparable runs of a brochure, the oldest first.
   *
   * @param of target and load
   */
  record Trend(String brochure, String of, List<Point> points) {}

  /** One run. */
  record Point(String startedAt, String commit, double perSecond, boolean failed) {}

  static OverviewData of(Overview overview) {
    List<Overview.Entry> entries = overview.entries();
    return new OverviewData(
        overview.summary(),
        overview.unreadable(),
        overview.brochures(),
        entries.stream()
            .filter(Overview.Entry::failed)
            .map(entry -> entry.result().brochure())
            .toList(),
        overview.regressions(),
        entries.stream().flatMap(OverviewData::trend).toList());
  }

  /** The script that shows it. */
  String script() {
    return Viewer.call("reactiveOverview", this);
  }

  /** Empty where a brochure ran once. */
  private static Stream<Trend> trend(Overview.Entry entry) {
    List<HistoryEntry> course = entry.course();
    return course.size() < 2
        ? Stream.empty()
        : entry.watched().stream()
            .map(
                run ->
                    new Trend(
                        entry.result().brochure(),
                        run.target() + ", " + run.load(),
                        course.stream()
                            .skip(Math.max(0, course.size() - MAX_POINTS))
                            .flatMap(of -> point(of, run))
                            .toList()));
  }

  private static Stream<Point> point(HistoryEntry of, RunResult run) {
    return of.sameCase(Figures.of(run)).stream()
        .map(figures -> new Point(of.startedAt(), of.commit(), figures.perSecond(), of.failed()));
  }
}
