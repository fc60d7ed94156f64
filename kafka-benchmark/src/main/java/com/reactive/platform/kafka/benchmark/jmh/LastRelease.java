package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;

/**
 * What the last release did: ratios of rows, from the file {@code baseline.json} beside this class.
 * Only ratios of what ran within the same minute are worth comparing across machines and days, and
 * even those swing; so a row has got worse when it falls below its ratio by more than the
 * tolerance.
 *
 * @param release whose figures they are
 * @param measured when, and from which run
 * @param tolerance the part by which a ratio may be lower
 * @param ratios of rows to others
 */
record LastRelease(String release, String measured, double tolerance, List<Ratio> ratios) {
  private static final String FILE = "baseline.json";

  /**
   * A row's rate divided by another one's.
   *
   * @param row id of the row
   * @param by id of the other
   * @param ratio the median of the rounds' ratios
   */
  record Ratio(String row, String by, double ratio) {}

  /** Reads the file. */
  static LastRelease read() {
    try (InputStream file = LastRelease.class.getResourceAsStream(FILE)) {
      return new ObjectMapper().readValue(file, LastRelease.class);
    } catch (IOException e) {
      throw new UncheckedIOException("it comes with this class", e);
    }
  }

  /** A target for each ratio. */
  List<JmhGoal> targets() {
    return ratios.stream()
        .map(
            last ->
                JmhGoal.noWorse(
                    row(last.row()), last.ratio(), 1 - tolerance, row(last.by()), release))
        .toList();
  }

  private static Row row(String id) {
    return Arrays.stream(Row.values())
        .filter(row -> row.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException(FILE + " names no row: " + id));
  }
}
