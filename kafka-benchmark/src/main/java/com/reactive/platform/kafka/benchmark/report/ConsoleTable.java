package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.testbed.TextTable;
import java.util.List;
import java.util.stream.Collectors;

/** A result as people see it in the terminal after a run. */
public final class ConsoleTable {
  private ConsoleTable() {}

  /**
   * The whole result; the last two lines are the verification and the verdict.
   *
   * @return lines that end in a line break
   */
  public static String render(BrochureResult result) {
    Verdicts verdicts = new Verdicts(result);
    StringBuilder text = new StringBuilder();
    text.append(result.title()).append(result.quick() ? " (quick: rough figures)" : "");
    text.append('\n').append(alike(result.runs())).append("\n\n");
    text.append(table(ResultsTable.narrow(result), ResultsTable.TEXT_COLUMNS));
    if (!result.checks().isEmpty()) {
      text.append('\n')
          .append(table(DetailTables.checks(result.checks()), DetailTables.CHECK_TEXTS));
    }
    for (Table table : result.tables()) {
      text.append('\n').append(table.title()).append('\n').append(table(table, 1));
    }
    result.notes().forEach(note -> text.append("\nNote: ").append(note));
    text.append(result.notes().isEmpty() ? "\n" : "\n\n");
    text.append(verdicts.verified("YES ✓", "NO ✗")).append('\n');
    text.append(verdicts.verdict()).append('\n');
    return text.toString();
  }

  /**
   * Any table, without its title.
   *
   * @param textColumns how many columns, from the first on, are aligned to the left
   */
  public static String table(Table table, int textColumns) {
    String text = new TextTable(table.columns(), textColumns, table.rows()).console();
    return table.note().isEmpty() ? text : text + table.note() + "\n";
  }

  private static String alike(List<RunResult> runs) {
    String messages =
        runs.stream().map(Format::message).distinct().collect(Collectors.joining(","));
    String acks = runs.stream().map(Format::acks).distinct().collect(Collectors.joining(","));
    return Format.joined(
        messages.contains(",") ? "" : messages,
        acks.contains(",") || acks.equals(Format.NONE) ? "" : "acks=" + acks,
        "rates in messages",
        "latency since a send was due",
        "CPU per message, all processes");
  }
}
