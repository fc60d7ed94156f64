package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.TextTable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Makes a report of what was measured, with a table for each JDK. In the JSON rates are millions of
 * messages per second, parts are fractions of one, and what was not measured is null. A missed goal
 * is shown and fails nothing.
 */
final class JmhReport {
  private static final List<String> COLUMNS =
      List.of("benchmark", "M msg/s", "+-", "x floor", "B/msg", "target", "reached");

  private JmhReport() {}

  static ExperimentReport of(Machine machine, JmhOptions options, List<JmhRounds> jdks) {
    ExperimentReport report =
        new ExperimentReport("Batchers", machine)
            .detail("rounds", options.rounds())
            .detail("iterations", options.iterations())
            .detail("iterationMillis", options.iterationTime().toMillis());
    ArrayNode json = JsonNodeFactory.instance.arrayNode();
    for (JmhRounds rounds : jdks) {
      ObjectNode jdk = json.addObject().put("jdk", rounds.jdk()).put("home", rounds.home());
      ArrayNode rows = jdk.putArray("rows");
      rounds.rows().forEach(row -> put(rows.addObject(), row, rounds));
      rounds.failures().forEach(jdk.putArray("failures")::add);
      report
          .table("JDK " + rounds.jdk(), table(rounds.rows(), rows), "")
          .problems(rounds.failures());
    }
    return report.detail("jdks", json);
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

  /** A line for each row, and one more for each further goal. */
  private static TextTable table(List<JmhRow> rows, ArrayNode figures) {
    List<List<String>> lines = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      JmhRow row = rows.get(i);
      JsonNode figure = figures.get(i);
      double median = row.shown(figure.path("median").asDouble(Double.NaN));
      String digits = row.digits(median);
      List<String> line = new ArrayList<>();
      line.add(row.label());
      line.add(number(row.isRate() ? digits : digits + " %%", median));
      line.add(number(digits, row.shown(figure.path("deviation").asDouble(Double.NaN))));
      line.add(cell(figure, "timesFloor"));
      line.add(cell(figure, "bytesPerMessage"));
      JsonNode goals = figure.path("targets");
      for (JsonNode goal : goals) {
        double measured = goal.path("measured").asDouble(Double.NaN);
        String reached = goal.path("reached").asBoolean() ? "yes " : "NO ";
        line.addAll(List.of(goal.path("target").asText(), reached + number("%.3f", measured)));
        lines.add(line);
        line = new ArrayList<>(Collections.nCopies(5, ""));
      }
      if (goals.isEmpty()) {
        line.addAll(List.of("", ""));
        lines.add(line);
      }
    }
    return new TextTable(COLUMNS, 1, lines);
  }

  /** Empty if the row does not have this figure. */
  private static String cell(JsonNode figure, String name) {
    return figure.has(name) ? number("%.2f", figure.path(name).asDouble(Double.NaN)) : "";
  }

  private static String number(String format, double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, format, value) : "-";
  }
}
