package com.reactive.platform.cli;

import java.util.List;

/** AlignedColumns side by side, as wide as they need. */
final class AlignedColumns {
  private static final String GAP = "  ";

  private AlignedColumns() {}

  /** Lines that end in a line break; all to the left. */
  static String of(List<List<String>> rows) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    StringBuilder text = new StringBuilder();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length())).append(GAP);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
