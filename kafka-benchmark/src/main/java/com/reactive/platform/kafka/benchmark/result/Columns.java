package com.reactive.platform.kafka.benchmark.result;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The columns of a {@link Table}, each with the text that it has in a row.
 *
 * @param <T> one row's data
 */
public final class Columns<T> {
  private final List<String> names = new ArrayList<>();
  private final List<Function<T, String>> cells = new ArrayList<>();

  /** Adds a column to the right. */
  public Columns<T> add(String name, Function<T, String> cell) {
    names.add(name);
    cells.add(cell);
    return this;
  }

  /** The table of these rows. */
  public Table table(String title, List<T> rows, String note) {
    return new Table(
        title,
        names,
        rows.stream().map(row -> cells.stream().map(cell -> cell.apply(row)).toList()).toList(),
        note);
  }
}
