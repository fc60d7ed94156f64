package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Text as GitHub and others show it. */
final class Markdown {
  private Markdown() {}

  /** Keeps markup out of plain text. */
  static String text(String plain) {
    return plain
        .replace("\\", "\\\\")
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace("|", "\\|")
        .replace("`", "\\`")
        .replace("*", "\\*")
        .replace("_", "\\_")
        .replace("[", "\\[")
        .replaceAll("\\s+", " ")
        .strip();
  }

  static String heading(String plain) {
    return "## " + text(plain) + "\n\n";
  }

  /** Without its title. */
  static String table(Table table, int textColumns) {
    return table(table, textColumns, Markdown::text);
  }

  /** As above, with the first cell of a row as Markdown. */
  static String table(Table table, int textColumns, UnaryOperator<String> first) {
    StringBuilder text = new StringBuilder();
    line(text, table.columns().stream().map(Markdown::text).toList());
    text.append('|');
    for (int column = 0; column < table.columns().size(); column++) {
      text.append(column < textColumns ? " --- |" : " ---: |");
    }
    text.append('\n');
    for (List<String> row : table.rows()) {
      List<String> cells = new ArrayList<>(row.stream().map(Markdown::text).toList());
      cells.set(0, first.apply(row.get(0)));
      line(text, cells);
    }
    if (!table.note().isEmpty()) {
      text.append('\n').append(text(table.note())).append('\n');
    }
    return text.append('\n').toString();
  }

  static String list(List<String> items) {
    return items.stream().map(item -> "- " + text(item) + "\n").collect(Collectors.joining())
        + "\n";
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells)).append(" |\n");
  }
}
