package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What was measured as a report, with a table for each JDK. In the JSON rates are millions of
 * messages per second, parts are fractions of one, and what was not measured is null. A missed goal
 * is shown and fails nothing.
 */
final class JmhReport {
  private static final List<String> COLUMNS =
      List.of("benchmark", "M msg/s", "+-", "x floor", "x ancestor", "B/msg", "target", "reached");

  private JmhReport() {}

  static ExperimentReport of(Machine machine, JmhOptions options, List<JmhRounds> jdks) {
    ExperimentReport report =
        new ExperimentReport("Batchers", machine)
            .detail("rounds", options.rounds())
            .detail("iterations", options.iterations())
            .detail("iterationMillis", options.iterationTime().toMillis());
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (JmhRounds rounds : jdks) {
      report.table("JDK " + rounds.jdk(), table(rounds), "").problems(rounds.failures());
      put(json.addObject(), rounds);
    }
    return report.detail("jdks", json);
  }

  private static TextTable table(JmhRounds rounds) {
    List<List<String>> lines = new ArrayList<>();
    for (JmhRow row : rounds.rows()) {
      double[] values = rounds.values(row.id());
      double median = row.shown(JmhRounds.median(values));
      String digits = row.digits(median);
      List<String> line = new ArrayList<>();
      line.add(row.label());
      line.add(number(row.isRate() ? digits : digits + " %%", median));
      line.add(number(digits, row.shown(JmhRounds.deviation(values))));
      line.add(row.isRate() ? ratio(rounds, row, JmhSuite.FLOOR) : "");
      line.add(row.ancestor().isEmpty() ? "" : ratio(rounds, row, row.ancestor()));
      line.add(row.isRate() ? number("%.2f", JmhRounds.median(rounds.bytes(row.id()))) : "");
      for (JmhGoal goal : JmhSuite.goals(row)) {
        line.addAll(List.of(goal.text(), reached(goal, rounds)));
        lines.add(line);
        line = new ArrayList<>(List.of("", "", "", "", "", ""));
      }
      if (JmhSuite.goals(row).isEmpty()) {
        line.addAll(List.of("", ""));
        lines.add(line);
      }
    }
    return new TextTable(COLUMNS, 1, lines);
  }

  private static String ratio(JmhRounds rounds, JmhRow row, String by) {
    return number("%.2f", JmhRounds.median(rounds.ratios(row.id(), by)));
  }

  private static String reached(JmhGoal goal, JmhRounds rounds) {
    double measured = goal.measured(rounds);
    return (goal.isReached(measured) ? "yes " : "NO ") + number("%.3f", measured);
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }

  private static void put(ObjectNode jdk, JmhRounds rounds) {
    jdk.put("jdk", rounds.jdk()).put("home", rounds.home());
    ArrayNode rows = jdk.putArray("rows");
    rounds.rows().forEach(row -> put(rows.addObject(), row, rounds));
    rounds.failures().forEach(jdk.putArray("failures")::add);
  }

  private static void put(ObjectNode json, JmhRow row, JmhRounds rounds) {
    double[] values = rounds.values(row.id());
    json.put("id", row.id()).put("label", row.label().strip());
    json.put("unit", row.isRate() ? "M msg/s" : "fraction");
    json.put("median", known(JmhRounds.median(values)));
    json.put("deviation", known(JmhRounds.deviation(values)));
    ArrayNode each = json.putArray("rounds");
    for (double value : values) {
      each.add(known(value));
    }
    if (row.isRate()) {
      double[] floor = rounds.ratios(row.id(), JmhSuite.FLOOR);
      json.put("timesFloor", known(JmhRounds.median(floor)));
      json.put("bytesPerMessage", known(JmhRounds.median(rounds.bytes(row.id()))));
    }
    if (!row.ancestor().isEmpty()) {
      double[] ancestor = rounds.ratios(row.id(), row.ancestor());
      json.put("timesAncestor", known(JmhRounds.median(ancestor)));
    }
    ArrayNode goals = json.putArray("targets");
    for (JmhGoal goal : JmhSuite.goals(row)) {
      double measured = goal.measured(rounds);
      goals
          .addObject()
          .put("target", goal.text())
          .put("limit", goal.limit())
          .put("atLeast", goal.atLeast() != null)
          .put("measured", known(measured))
          .put("reached", goal.isReached(measured));
    }
  }

  /** Null for what is no number. */
  private static Double known(double value) {
    return Double.isFinite(value) ? (Double) value : null;
  }
}
