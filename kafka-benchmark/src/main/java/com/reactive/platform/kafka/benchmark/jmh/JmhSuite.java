package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The rows of the report and their goals, from {@code rows.json} and {@code baseline.json}.
 *
 * <p>Batchers and rings must not get worse than in the last release. How they compare with a rival
 * changes from run to run by more than is between them, and a submit is a thousandth of what a
 * durable event costs; what an event costs as a whole has its goals in the brochure {@code
 * gateway-full}. Of the last release only ratios of rows that ran within the same minute are kept,
 * and even those swing; so a row has got worse when it falls below its ratio by more than the
 * tolerance.
 */
public final class JmhSuite {
  /** The row that no batcher can beat. */
  static final String FLOOR = "floor";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Table TABLE = read("rows.json", Table.class);
  private static final Baseline BASELINE = read("baseline.json", Baseline.class);

  private record Table(List<JmhRow> rows, List<JmhGoal> goals) {}

  /**
   * The last release.
   *
   * @param measured when, and from which run
   * @param tolerance the part by which a ratio may be lower
   */
  private record Baseline(String release, String measured, double tolerance, List<Ratio> ratios) {
    /** A row's rate by another one's: the median of the rounds' ratios. */
    private record Ratio(String row, String by, double ratio) {}

    private JmhGoal goal(Ratio last) {
      double limit = (1 - tolerance) * last.ratio();
      String text =
          String.format(
              Locale.ROOT, ">= %.2f x %s (%s in %s)", limit, last.by(), last.ratio(), release);
      return new JmhGoal(last.row(), text, last.by(), false, limit, null);
    }
  }

  private JmhSuite() {}

  /** All rows. */
  static List<JmhRow> rows() {
    return TABLE.rows();
  }

  /** The ids of all rows. */
  public static List<String> ids() {
    return rows().stream().map(JmhRow::id).toList();
  }

  /** All goals. */
  static List<JmhGoal> goals() {
    List<JmhGoal> goals = new ArrayList<>(BASELINE.ratios().stream().map(BASELINE::goal).toList());
    goals.addAll(TABLE.goals());
    return goals;
  }

  /** The row's goals; empty if it has none. */
  static List<JmhGoal> goals(JmhRow row) {
    return goals().stream().filter(goal -> goal.row().equals(row.id())).toList();
  }

  /**
   * The rows in whose id a pattern is found, and those that they are compared with.
   *
   * @param patterns regular expressions; all rows if there are none
   * @throws IllegalArgumentException if a pattern is no regular expression or no row has it
   */
  public static Set<String> chosen(List<String> patterns) {
    Set<String> ids = new LinkedHashSet<>();
    for (String pattern : patterns.isEmpty() ? List.of("") : patterns) {
      Pattern compiled = Pattern.compile(pattern);
      List<JmhRow> matching =
          rows().stream().filter(row -> compiled.matcher(row.id()).find()).toList();
      if (matching.isEmpty()) {
        throw new IllegalArgumentException(
            "no benchmark matches '" + pattern + "'; there are: " + String.join(", ", ids()));
      }
      matching.forEach(row -> addWithReferences(row, ids));
    }
    return ids;
  }

  private static void addWithReferences(JmhRow row, Set<String> ids) {
    ids.add(row.id());
    if (row.isRate()) {
      ids.add(FLOOR);
    }
    goals(row).stream().filter(goal -> goal.by() != null).forEach(goal -> ids.add(goal.by()));
  }

  private static <T> T read(String file, Class<T> type) {
    try (InputStream in = JmhSuite.class.getResourceAsStream(file)) {
      return JSON.readValue(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(file + " comes with this class", e);
    }
  }
}
