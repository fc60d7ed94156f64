package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.testbed.Machine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The benchmarks of the batchers, and how they are run: in rounds.
 *
 * <p>A machine that others use swings. So everything runs once, briefly, in a JVM of its own; then
 * everything runs once more. What is compared ran within the same minute, the ratios are made in
 * each round, and the median over the rounds is what counts.
 */
public final class JmhSuite {
  private final Set<Row> rows;
  private final JmhOptions effort;

  private JmhSuite(Set<Row> rows, JmhOptions effort) {
    this.rows = rows;
    this.effort = effort;
  }

  /**
   * A suite of the rows in whose id a pattern is found, and of those that they are compared with.
   *
   * @param patterns regular expressions; all rows if there are none
   * @throws IllegalArgumentException if a pattern is no regular expression or no row has it
   */
  public static JmhSuite of(List<String> patterns, JmhOptions effort) {
    Set<Row> chosen = EnumSet.noneOf(Row.class);
    for (String pattern : patterns.isEmpty() ? List.of("") : patterns) {
      Set<Row> matching = matching(Pattern.compile(pattern));
      if (matching.isEmpty()) {
        throw new IllegalArgumentException(
            "no benchmark matches '" + pattern + "'; there are: " + String.join(", ", ids()));
      }
      chosen.addAll(matching);
    }
    Set<Row> all = EnumSet.copyOf(chosen);
    chosen.forEach(row -> all.addAll(references(row)));
    return new JmhSuite(all, effort);
  }

  /** The ids of all rows. */
  public static List<String> ids() {
    return Arrays.stream(Row.values()).map(Row::id).toList();
  }

  /**
   * Checks what is meant for {@link #run}.
   *
   * @throws IllegalArgumentException if a folder is no JDK
   */
  public static void requireJdks(List<Path> homes) {
    homes.forEach(JmhSuite::java);
  }

  /**
   * Runs everything, on one JDK after the other. Takes minutes.
   *
   * @param homes JDK folders; if empty, the JDK that runs this
   * @param progress is told a line now and then
   * @throws IllegalArgumentException as of {@link #requireJdks}
   */
  public JmhReport run(List<Path> homes, Consumer<String> progress) {
    requireJdks(homes);
    Machine machine = Machine.current();
    List<JdkRun> runs = new ArrayList<>();
    for (Path home : homes.isEmpty() ? Collections.<Path>singletonList(null) : homes) {
      runs.add(runOn(home, progress));
    }
    return new JmhReport(machine, effort, runs);
  }

  Set<Row> rows() {
    return Collections.unmodifiableSet(rows);
  }

  private JdkRun runOn(Path home, Consumer<String> progress) {
    JdkRun run = new JdkRun(home == null ? System.getProperty("java.home") : home.toString(), rows);
    ForkRunner runner = new ForkRunner(home == null ? "" : java(home).toString(), effort);
    Set<Fork> forks = new LinkedHashSet<>();
    rows.forEach(row -> forks.add(row.fork()));
    for (int round = 1; round <= effort.rounds(); round++) {
      int done = 0;
      for (Fork fork : forks) {
        done++;
        if (fork.isIdle() && round > 1) {
          continue;
        }
        ForkResult result = runner.run(fork);
        run.add(fork, result);
        progress.accept(line(round, done, forks.size(), fork, result));
      }
    }
    return run;
  }

  private String line(int round, int done, int forks, Fork fork, ForkResult result) {
    double rate = result.values().getOrDefault(JmhMetric.RATE, Double.NaN);
    String outcome =
        result
            .failure()
            .map(why -> "FAILED: " + why)
            .orElse(
                fork.isIdle()
                    ? "done"
                    : String.format(Locale.ROOT, JmhMetric.RATE.digits(rate) + " M/s", rate));
    return String.format(
        Locale.ROOT,
        "round %d/%d  %2d/%d  %s  %s",
        round,
        effort.rounds(),
        done,
        forks,
        fork,
        outcome);
  }

  private static Set<Row> matching(Pattern pattern) {
    Set<Row> matching = EnumSet.noneOf(Row.class);
    for (Row row : Row.values()) {
      if (pattern.matcher(row.id()).find()) {
        matching.add(row);
      }
    }
    return matching;
  }

  private static Set<Row> references(Row row) {
    Set<Row> references = EnumSet.noneOf(Row.class);
    if (row.metric().isRate()) {
      references.add(Row.FLOOR);
    }
    if (row.ancestor() != null) {
      references.add(row.ancestor());
    }
    JmhGoals.of(row).forEach(target -> references.addAll(target.references()));
    return references;
  }

  private static Path java(Path home) {
    Path java = home.resolve("bin").resolve("java");
    if (!Files.isExecutable(java)) {
      throw new IllegalArgumentException(home + " is no JDK: it has no bin/java");
    }
    return java;
  }
}
