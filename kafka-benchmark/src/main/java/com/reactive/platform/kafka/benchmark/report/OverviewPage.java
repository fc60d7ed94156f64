package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;

/** {@code index.html} across all brochures. */
final class OverviewPage {
  /** Runs in a trend at most. */
  private static final int MAX_RUNS = 40;

  private static final int DATE_AND_TIME = 16;

  private final List<Overview.Entry> entries;
  private final List<String> unreadable;

  private OverviewPage(Overview overview) {
    this.entries = overview.entries();
    this.unreadable = overview.unreadable();
  }

  static String render(Overview overview) {
    OverviewPage page = new OverviewPage(overview);
    List<Chart> charts = page.trends();
    String body =
        "<header>\n<h1>Benchmark reports</h1>\n"
            + Html.element("p", "lead", summary(page.entries))
            + (page.unreadable.isEmpty()
                ? ""
                : "<div class=\"verdict fail\">" + Html.list(page.unreadable) + "</div>")
            + "\n</header>\n<main>\n"
            + page.tiles()
            + page.brochures()
            + page.regressions()
            + page.trendSection(charts)
            + "</main>\n";
    return Page.render("Benchmark reports", body, charts);
  }

  static String summary(List<Overview.Entry> entries) {
    long failed = entries.stream().filter(Overview.Entry::failed).count();
    return entries.isEmpty()
        ? "No brochure has been run yet."
        : entries.size()
            + " brochures, "
            + failed
            + " failed; thresholds: "
            + count(entries, Check::binding)
            + " met; goals: "
            + count(entries, check -> !check.binding())
            + " met. Verified means that every message was found in Kafka, and none"
            + " twice; brochures without Kafka say so. A goal that is missed fails nothing.";
  }

  /** How many checks were met, of how many. */
  private static String count(List<Overview.Entry> entries, Predicate<Check> kind) {
    List<Check> checks =
        entries.stream().flatMap(of -> of.result().checks().stream()).filter(kind).toList();
    return checks.stream().filter(Check::met).count() + " of " + checks.size();
  }

  private String tiles() {
    if (entries.isEmpty()) {
      return "";
    }
    long failed = entries.stream().filter(Overview.Entry::failed).count();
    int worse = entries.stream().mapToInt(entry -> entry.regressions().size()).sum();
    String last =
        entries.stream()
            .map(entry -> entry.result().startedAt())
            .max(Comparator.naturalOrder())
            .orElseThrow();
    return Tiles.empty()
        .add("Thresholds met", count(entries, Check::binding), failed + " brochures failed")
        .add("Goals met", count(entries, check -> !check.binding()), "missing one fails nothing")
        .add("Figures worse", String.valueOf(worse), "by more than 10 % since the run before")
        .add("Last run", Format.when(last), "")
        .render();
  }

  private String brochures() {
    Table table = Overview.brochures(entries);
    return Html.section(
        "brochures",
        table.title(),
        Html.table(
            table,
            3,
            row -> entries.get(row).failed() ? "bad" : "",
            (row, column) -> cell(table, row, column)));
  }

  private String cell(Table table, int row, int column) {
    String text = table.rows().get(row).get(column);
    Overview.Entry entry = entries.get(row);
    return switch (table.columns().get(column)) {
      case "brochure" ->
          "<a href=\"brochures/" + Html.text(text) + "/index.html\">" + Html.text(text) + "</a>";
      case "verified" -> Html.element("span", entry.failed() ? "badge fail" : "badge pass", text);
      case "goals" -> Html.element("span", goalsStyle(entry, text), text);
      case "rate since" ->
          entry.rateChange().isPresent() && entry.rateChange().get().regressed()
              ? Html.element("span", "worse", text + " ▼")
              : Html.text(text);
      case "worse figures" ->
          entry.regressions().isEmpty()
              ? Html.text(text)
              : Html.element("span", "worse", text + " ▼");
      default -> Html.text(text);
    };
  }

  private static String goalsStyle(Overview.Entry entry, String text) {
    return text.equals(Format.NONE) ? "" : "badge " + entry.verdicts().style();
  }

  private String regressions() {
    Table table = Overview.regressions(entries);
    return table.rows().isEmpty()
        ? ""
        : Html.section("regressions", table.title(), Html.table(table, 3, row -> "weak"));
  }

  private String trendSection(List<Chart> charts) {
    return charts.isEmpty()
        ? ""
        : Html.section(
            "trends",
            "Trends",
            "<p class=\"note\">Runs of the same plan on the same processor, JDK and Kafka, the"
                + " oldest on the left; a cross marks a run that failed.</p>\n"
                + Page.figures(charts));
  }

  private List<Chart> trends() {
    return entries.stream().flatMap(entry -> trend(entry).stream()).toList();
  }

  private static List<Chart> trend(Overview.Entry entry) {
    if (entry.watched().isEmpty() || entry.course().size() < 2) {
      return List.of();
    }
    RunResult watched = entry.watched().get();
    List<HistoryEntry> course =
        entry
            .course()
            .subList(Math.max(0, entry.course().size() - MAX_RUNS), entry.course().size());
    List<String> labels = new ArrayList<>();
    List<double[]> passed = new ArrayList<>();
    List<double[]> failed = new ArrayList<>();
    for (HistoryEntry of : course) {
      of.figures(watched)
          .ifPresent(
              figures ->
                  Points.add(of.failed() ? failed : passed, labels.size(), figures.perSecond()));
      labels.add(label(of));
    }
    List<Series> series =
        List.of(new Series("rate", "subject", passed), new Series("failed", "failed", failed));
    return List.of(
        Chart.overLabels(
            "trend-" + entry.result().brochure(),
            entry.result().brochure(),
            watched.target() + ", " + watched.load(),
            labels,
            "rate",
            false,
            series.stream().filter(of -> !of.points().isEmpty()).toList()));
  }

  private static String label(HistoryEntry of) {
    String started = of.startedAt();
    return (started.length() < DATE_AND_TIME ? started : started.substring(5, DATE_AND_TIME))
            .replace('T', ' ')
        + "\n"
        + of.commit();
  }
}
