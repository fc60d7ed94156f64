package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.testbed.Machine;
import java.util.List;
import java.util.Locale;

/** The report as text. */
final class ReportTable {
  private final StringBuilder text = new StringBuilder();

  private ReportTable() {}

  static String render(Machine machine, List<JdkRun> runs) {
    ReportTable table = new ReportTable();
    runs.forEach(run -> table.add(machine, run));
    return table.text.toString();
  }

  private void add(Machine machine, JdkRun run) {
    text.append(
        String.format(
            Locale.ROOT,
            "%nJDK %s%n%s, %d cores, %s, load average %.1f, commit %s%n%n",
            run.jdk(),
            machine.cpu(),
            machine.cores(),
            machine.kernel(),
            machine.loadAverage(),
            machine.commit()));
    line("benchmark", "M msg/s", "+-", "x floor", "x ancestor", "B/msg", "target", "reached");
    run.rows().forEach(row -> add(run, row));
    for (String failure : run.failures()) {
      text.append("WRONG ").append(failure).append(System.lineSeparator());
    }
  }

  private void add(JdkRun run, Row row) {
    Series series = run.series(row);
    boolean rate = row.metric().isRate();
    String digits = row.metric().digits(row.metric().shown(series.median()));
    List<JmhVerdict> verdicts = run.verdicts(row);
    line(
        row.label(),
        number(rate ? digits : digits + " %%", row.metric().shown(series.median())),
        number(digits, row.metric().shown(series.deviation())),
        rate ? number("%.2f", series.by(run.series(Row.FLOOR)).median()) : "",
        row.ancestor() == null
            ? ""
            : number("%.2f", series.by(run.series(row.ancestor())).median()),
        rate ? number("%.2f", run.bytes(row).median()) : "",
        verdicts.isEmpty() ? "" : verdicts.get(0).target().wording(),
        verdicts.isEmpty() ? "" : reached(verdicts.get(0)));
    for (JmhVerdict further : verdicts.subList(Math.min(1, verdicts.size()), verdicts.size())) {
      line("", "", "", "", "", "", further.target().wording(), reached(further));
    }
  }

  private void line(Object... cells) {
    text.append(
            String.format(Locale.ROOT, "%-40s %9s %7s %7s %10s %7s  %-44s %s%n", cells)
                .stripTrailing())
        .append(System.lineSeparator());
  }

  private static String reached(JmhVerdict verdict) {
    return (verdict.reached() ? "yes " : "NO  ") + number("%.3f", verdict.measured());
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }
}
