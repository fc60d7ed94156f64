package com.reactive.platform.cli;

import java.util.List;

/** AlignedColumns side by side, as wide as they need. */
final class AlignedColumns {
  private static final String GAP = "  ";

  private AlignedColumns() {}

  /**
   * Lines that end in a line break.
   *
   * @param left how many columns are aligned to the left; the others to the right
   */
  static String of(List<List<String>> rows, int left) {
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
        String pad = " ".repeat(widths[i] - row.get(i).length());
        line.append(i == 0 ? "" : GAP).append(i < left ? row.get(i) + pad : pad + row.get(i));
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text.toString();
  }
}
