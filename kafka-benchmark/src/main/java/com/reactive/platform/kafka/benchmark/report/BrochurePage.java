package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code index.html} of one brochure. */
final class BrochurePage {
  private final BrochureResult result;
  private final Optional<Changes> changes;
  private final String quick;
  private final Verdicts verdicts;
  private final Shape shape;
  private final List<Chart> charts = new ArrayList<>();

  private BrochurePage(BrochureResult result, Optional<Changes> changes, String quick) {
    this.result = result;
    this.changes = changes;
    this.quick = quick;
    this.verdicts = new Verdicts(result);
    this.shape = Shape.of(result.runs());
  }

  /**
   * @param quick a line about a quick run beside this one; may be empty
   */
  static String render(BrochureResult result, Optional<Changes> changes, String quick) {
    BrochurePage page = new BrochurePage(result, changes, quick);
    String body = page.body();
    return Page.render(page.verdicts.title(), body, page.charts);
  }

  private String body() {
    return header()
        + "<main>\n"
        + Tiles.of(shape, verdicts)
        + checks()
        + tables()
        + everyLoad()
        + compared()
        + sweep()
        + results()
        + overTime()
        + since()
        + notes()
        + reproduce()
        + details()
        + "</main>\n"
        + footer();
  }

  private String header() {
    return "<header>\n<p class=\"crumb\"><a href=\"../../index.html\">All benchmarks</a> / "
        + Html.text(result.brochure())
        + "</p>\n"
        + Html.element("h1", "", verdicts.title())
        + Html.element("p", "lead", result.description().strip())
        + "\n<div class=\"verdict "
        + verdicts.style()
        + "\">"
        + (verdicts.passed() ? "" : Html.element("strong", "", result.verdict().name()))
        + "<div>"
        + Html.element("p", "", verdicts.verified("YES ✓", "NO ✗"))
        + (verdicts.checks().isEmpty() ? "" : Html.element("p", "", verdicts.checks()))
        + (result.reasons().isEmpty() ? "" : Html.list(result.reasons()))
        + (result.quick()
            ? Html.element("p", "", "Quick form: short runs, so the figures are rough.")
            : "")
        + "</div></div>\n"
        + (quick.isEmpty() ? "" : Html.element("p", "", quick))
        + Html.element("p", "meta", DetailTables.ground(result))
        + "\n</header>\n";
  }

  private String checks() {
    if (result.checks().isEmpty()) {
      return "";
    }
    List<Check> checks = result.checks();
    return Html.section(
        "checks",
        "Checks",
        Html.table(
            DetailTables.checks(checks),
            DetailTables.CHECK_TEXTS,
            row -> checks.get(row).met() ? "" : checks.get(row).binding() ? "bad" : "missed"));
  }

  private String everyLoad() {
    return charts("every-load", "At every load", new EveryLoadCharts(shape).all());
  }

  private String compared() {
    List<Chart> compared = new ArrayList<>();
    if (shape.isCompared()) {
      compared.addAll(new BarCharts(shape).all());
    }
    if (shape.isComparedOverLoads()) {
      compared.addAll(new LoadCharts(shape).all());
    }
    String title = shape.targets().size() > 1 ? "Side by side" : "At each load";
    return charts("compared", title, compared);
  }

  private String sweep() {
    if (!shape.isGrid()) {
      return "";
    }
    StringBuilder html =
        new StringBuilder(
            "<p class=\"note\">Every figure is set against the best one at the same load. Bold: "
                + "as good as the best, or nearly; the darker the shade, the further away. A run"
                + " that failed is no yardstick.</p>\n");
    for (Sweep sweep : Sweep.all(shape)) {
      Table table = sweep.table();
      html.append(Html.element("h3", "", sweep.title()))
          .append(
              Html.table(
                  table,
                  1,
                  row -> gridRow(shape.targets().get(row)),
                  (row, column) -> heat(sweep, table, row, column)));
    }
    return Html.section("grid", "Every target at every load", html.toString());
  }

  private String gridRow(String target) {
    return rowClass(shape.role(target), shape.failed(target) ? Verdict.FAIL : Verdict.PASS);
  }

  private String heat(Sweep sweep, Table table, int row, int column) {
    String cell = table.rows().get(row).get(column);
    if (column == 0 || column > shape.loads().size()) {
      return Html.text(cell);
    }
    if (sweep.failed(shape.targets().get(row), shape.loads().get(column - 1))) {
      return Html.element("span", "failed", cell);
    }
    int grade = sweep.grade(shape.targets().get(row), shape.loads().get(column - 1));
    return Html.element("span", grade < 0 ? "" : "heat heat" + grade, cell);
  }

  private String results() {
    return Html.section(
        "results",
        "Results",
        runTable(ResultsTable.full(result), shape.runs())
            + "<p class=\"note\">Three rates that must not be confused. <b>Send</b>: taken over by"
            + " the target, the producer’s view. <b>Sustained</b>: until Kafka (or, without Kafka,"
            + " the server) has all of it. <b>Transactional</b>: sustained at acks=all."
            + Html.text(ResultsTable.closedLoop(shape.runs()))
            + "</p>\n");
  }

  private String overTime() {
    List<Chart> courses = new ArrayList<>();
    LatencyChart latency = new LatencyChart(shape);
    if (latency.chart().hasPoints()) {
      courses.add(latency.chart());
    }
    courses.addAll(new TimeCharts(shape).all());
    return charts("course", "Latency, and how it went", courses);
  }

  private String charts(String id, String title, List<Chart> some) {
    List<Chart> drawn = some.stream().filter(Chart::hasPoints).toList();
    charts.addAll(drawn);
    boolean choice = drawn.stream().anyMatch(chart -> chart.groups().size() > 1);
    String select =
        choice
            ? "<p class=\"choice\"><label>Load <select data-chosen=\""
                + Html.text(shape.watched().orElseThrow().load())
                + "\"></select></label></p>\n"
            : "";
    return drawn.isEmpty() ? "" : Html.section(id, title, select + Page.figures(drawn));
  }

  private String tables() {
    StringBuilder html = new StringBuilder();
    for (int index = 0; index < result.tables().size(); index++) {
      Table table = result.tables().get(index);
      html.append(Html.section("table-" + index, table.title(), ShareBars.table(table)));
    }
    return html.toString();
  }

  private String since() {
    if (changes.isEmpty()) {
      return "";
    }
    Table table = changes.get().table();
    return Html.section(
        "since",
        table.title(),
        table.rows().isEmpty()
            ? Html.element("p", "", table.note())
            : Html.table(table, 3, row -> "weak"));
  }

  private String notes() {
    return result.notes().isEmpty()
        ? ""
        : Html.section("notes", "Notes", Html.list(result.notes()));
  }

  private String reproduce() {
    return Html.section(
        "reproduce",
        "How to reproduce",
        "<pre tabindex=\"0\"><code>"
            + Html.text(result.command())
            + "</code></pre>\n"
            + Html.table(DetailTables.environment(result), 2, row -> ""));
  }

  private String details() {
    List<RunResult> runs = shape.runs();
    StringBuilder html = new StringBuilder();
    fold(html, DetailTables.latencies(runs), 2);
    fold(html, DetailTables.verification(runs), 2);
    fold(html, DetailTables.processes(runs), 3);
    fold(html, DetailTables.batches(runs), 2);
    fold(html, DetailTables.loads(runs), 3);
    fold(html, DetailTables.settings(runs), 2);
    return Html.section("details", "All the numbers", html.toString());
  }

  private static void fold(StringBuilder html, Table table, int textColumns) {
    if (!table.rows().isEmpty()) {
      html.append(Html.fold(table.title(), Html.table(table, textColumns, row -> "")));
    }
  }

  private static String runTable(Table table, List<RunResult> runs) {
    boolean alone = runs.stream().map(RunResult::role).distinct().count() == 1;
    return Html.table(
        table,
        ResultsTable.TEXT_COLUMNS,
        row -> rowClass(alone ? Role.RIVAL : runs.get(row).role(), runs.get(row).verdict()));
  }

  private static String rowClass(Role role, Verdict verdict) {
    String name = role == Role.SUBJECT ? "subject" : "";
    return (name + (verdict == Verdict.FAIL ? " bad" : "")).strip();
  }

  private static String footer() {
    return "<footer><p>Written by <code>./reactive bench brochure</code>; the data beside this"
        + " page is <code>results.json</code>.</p></footer>\n";
  }
}
