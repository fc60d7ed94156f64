package com.reactive.platform.testbed;

import java.util.List;

/**
 * A table as it is printed in a terminal and in a Markdown page.
 *
 * @param columns their headings
 * @param textColumns how many columns, from the first on, are aligned to the left
 * @param rows cells as they are to be shown; each as long as {@code columns}
 */
public record TextTable(List<String> columns, int textColumns, List<List<String>> rows) {
  private static final String GAP = "  ";

  /** Copies the lists. */
  public TextTable {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }

  /** Columns side by side, as wide as their longest cell; ends in a line break. */
  public String console() {
    int[] widths = new int[columns.size()];
    widen(widths, columns);
    rows.forEach(row -> widen(widths, row));
    StringBuilder text = new StringBuilder();
    line(text, widths, columns);
    int width = -GAP.length();
    for (int column : widths) {
      width += column + GAP.length();
    }
    text.append("─".repeat(Math.max(0, width))).append('\n');
    rows.forEach(row -> line(text, widths, row));
    return text.toString();
  }

  /** The table for a page; ends in a line break. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    line(text, columns);
    text.append('|');
    for (int column = 0; column < columns.size(); column++) {
      text.append(column < textColumns ? " --- |" : " ---: |");
    }
    text.append('\n');
    rows.forEach(row -> line(text, row));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append("| ").append(String.join(" | ", cells).replace("\n", " ")).append(" |\n");
  }

  private void line(StringBuilder text, int[] widths, List<String> cells) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < widths.length; column++) {
      String cell = cells.get(column);
      String blanks = " ".repeat(widths[column] - length(cell));
      line.append(column == 0 ? "" : GAP);
      line.append(column < textColumns ? cell + blanks : blanks + cell);
    }
    text.append(line.toString().stripTrailing()).append('\n');
  }

  private static void widen(int[] widths, List<String> cells) {
    for (int column = 0; column < widths.length; column++) {
      widths[column] = Math.max(widths[column], length(cells.get(column)));
    }
  }

  private static int length(String cell) {
    return cell.codePointCount(0, cell.length());
  }
}
