package com.reactive.platform.kafka.benchmark.jmh;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What was measured on one JDK. Filled by one thread. */
final class JdkRun {
  private static final Series NOTHING = new Series();

  private final String home;
  private final Map<Row, List<Double>> values = new EnumMap<>(Row.class);
  private final Map<Row, List<Double>> bytes = new EnumMap<>(Row.class);
  private final List<String> failures = new ArrayList<>();
  private String jdk = "unknown";

  /**
   * @param home the JDK's folder; empty for the one that runs this
   * @param rows what the report will show
   */
  JdkRun(String home, Set<Row> rows) {
    this.home = home;
    for (Row row : rows) {
      values.put(row, new ArrayList<>());
      bytes.put(row, new ArrayList<>());
    }
  }

  /** Adds a round's figures to every row that the fork serves. */
  void add(Fork fork, ForkResult result) {
    for (Row row : values.keySet()) {
      if (row.fork().equals(fork)) {
        values.get(row).add(result.values().getOrDefault(row.metric(), Double.NaN));
        bytes.get(row).add(result.bytesPerMessage());
      }
    }
    result.failure().ifPresent(failure -> failures.add(fork + ": " + failure));
    result.jdk().ifPresent(name -> jdk = name);
  }

  String home() {
    return home;
  }

  /** Name and version of the JVM that ran the benchmarks. */
  String jdk() {
    return jdk;
  }

  Set<Row> rows() {
    return values.keySet();
  }

  /** The row's figure round by round; empty if it was not measured. */
  Series series(Row row) {
    return series(values.get(row));
  }

  /** Bytes allocated per message round by round; empty if it was not measured. */
  Series bytes(Row row) {
    return series(bytes.get(row));
  }

  /** What went wrong; a run with any is not to be believed. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** What the row's targets, in order, came to. */
  List<JmhVerdict> verdicts(Row row) {
    return JmhGoals.of(row).stream().map(target -> target.judge(this)).toList();
  }

  private static Series series(List<Double> rounds) {
    return rounds == null
        ? NOTHING
        : new Series(rounds.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
