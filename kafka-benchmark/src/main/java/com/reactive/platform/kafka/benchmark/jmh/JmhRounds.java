package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.reactive.platform.testbed.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The results of one JDK, round by round, in JMH's JSON. A figure that a round does not have is
 * NaN. Filled by one thread.
 */
final class JmhRounds {
  private final String home;
  private final List<JmhRow> rows;
  private final Map<String, List<JsonNode>> results = new HashMap<>();
  private final List<String> failures = new ArrayList<>();
  private String jdk = "unknown";

  /**
   * @param home the JDK's folder
   * @param rows of the report
   */
  JmhRounds(String home, List<JmhRow> rows) {
    this.home = home;
    this.rows = List.copyOf(rows);
  }

  /** Adds a round's result to all rows that share the run. */
  void add(String run, JsonNode result) {
    results.computeIfAbsent(run, none -> new ArrayList<>()).add(result);
    jdk =
        "%s (%s %s)"
            .formatted(
                result.path("jdkVersion").asText(),
                result.path("vmName").asText(),
                result.path("vmVersion").asText());
  }

  /** Leaves a round without a result. */
  void fail(String run, String why) {
    results.computeIfAbsent(run, none -> new ArrayList<>()).add(MissingNode.getInstance());
    failures.add(run + ": " + why);
  }

  String home() {
    return home;
  }

  /** Name and version of the JVM that ran the benchmarks. */
  String jdk() {
    return jdk;
  }

  List<JmhRow> rows() {
    return rows;
  }

  /** Failures; the results of a run with any are not reliable. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  /** The row's figure in each round; nothing if it was not measured. */
  double[] values(String id) {
    return each(id, row -> row::of);
  }

  /** Bytes allocated per message in each round. */
  double[] bytes(String id) {
    return each(id, row -> JmhRow::bytes);
  }

  /** Round by round the row's figure divided by the other's, as far as both go. */
  double[] ratios(String id, String by) {
    double[] values = values(id);
    double[] divisors = values(by);
    return IntStream.range(0, Math.min(values.length, divisors.length))
        .mapToDouble(i -> values[i] / divisors[i])
        .toArray();
  }

  private double[] each(String id, Function<JmhRow, ToDoubleFunction<JsonNode>> figure) {
    return rows.stream()
        .filter(row -> row.id().equals(id))
        .flatMapToDouble(
            row ->
                results.getOrDefault(row.run(), List.of()).stream().mapToDouble(figure.apply(row)))
        .toArray();
  }

  /** The middle one, or the mean of the middle two; NaN if no round has a figure. */
  static double median(double... rounds) {
    return Median.of(present(rounds));
  }

  /** The largest distance of a round from the median; NaN of fewer than two rounds. */
  static double deviation(double... rounds) {
    double median = median(rounds);
    double[] present = present(rounds);
    return present.length < 2
        ? Double.NaN
        : Arrays.stream(present).map(round -> Math.abs(round - median)).max().orElseThrow();
  }

  private static double[] present(double... rounds) {
    return Arrays.stream(rounds).filter(Double::isFinite).toArray();
  }
}
