package com.reactive.platform.kafka.benchmark.result;

import java.util.List;

/**
 * A table that only one brochure has.
 *
 * @param title above it
 * @param columns their headings; the first column is text, the others are right-aligned
 * @param rows cells as they are to be shown; each as long as {@code columns}
 * @param note below it; may be empty
 */
public record Table(String title, List<String> columns, List<List<String>> rows, String note) {
  /** Copies the lists. */
  public Table {
    columns = List.copyOf(columns);
    rows = rows.stream().map(List::copyOf).toList();
  }
}
