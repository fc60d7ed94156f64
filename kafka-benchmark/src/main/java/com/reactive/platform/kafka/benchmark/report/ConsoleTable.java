package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;
import java.util.stream.Collectors;

/** A result as people see it in the terminal after a run. */
public final class ConsoleTable {
  private static final String GAP = "  ";

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
    int[] widths = new int[table.columns().size()];
    widen(widths, table.columns());
    table.rows().forEach(row -> widen(widths, row));
    StringBuilder text = new StringBuilder();
    line(text, widths, textColumns, table.columns());
    int width = 0;
    for (int column : widths) {
      width += column + GAP.length();
    }
    text.append("─".repeat(Math.max(0, width - GAP.length()))).append('\n');
    table.rows().forEach(row -> line(text, widths, textColumns, row));
    if (!table.note().isEmpty()) {
      text.append(table.note()).append('\n');
    }
    return text.toString();
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

  private static void widen(int[] widths, List<String> cells) {
    for (int column = 0; column < widths.length; column++) {
      widths[column] = Math.max(widths[column], length(cells.get(column)));
    }
  }

  private static void line(StringBuilder text, int[] widths, int textColumns, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      String blanks = " ".repeat(widths[column] - length(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(column < textColumns ? cell + blanks : blanks + cell);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
