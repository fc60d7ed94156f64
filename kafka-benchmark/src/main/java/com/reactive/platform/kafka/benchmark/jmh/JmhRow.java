package com.reactive.platform.kafka.benchmark.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * A line of the report: the benchmark that is run for it, and the figure of the run that it shows.
 *
 * @param id by which people and scripts choose the row
 * @param label in the table
 * @param benchmark class and method, from the package of all benchmarks on
 * @param params the values of the benchmark's parameters
 * @param figure a counter of the run, or a counter divided by another one; empty for the score,
 *     which is in operations per microsecond, that is, millions of messages per second
 */
record JmhRow(
    String id, String label, String benchmark, Map<String, String> params, String figure) {
  private static final String PACKAGE = "com.reactive.platform.kafka.benchmark.";
  private static final String BY = " / ";
  private static final String ALLOCATED = "gc.alloc.rate.norm";
  private static final double SMALL_RATE = 3;

  /** Completes what the file leaves out. */
  JmhRow {
    params = params == null ? Map.of() : Map.copyOf(params);
    figure = figure == null ? "" : figure;
  }

  /** Class and method, as JMH names them. */
  String method() {
    return PACKAGE + benchmark;
  }

  /** A pattern that JMH finds in this benchmark's name and in no other. */
  String include() {
    return "^" + Pattern.quote(method()) + "$";
  }

  /** The run that the row needs; rows with the same one share it. */
  String run() {
    String name = benchmark.substring(benchmark.indexOf('.') + 1);
    return params.isEmpty() ? name : name + new TreeMap<>(params);
  }

  /** True if the benchmark measures for its own time and not for JMH's iterations. */
  boolean isIdle() {
    return method().startsWith(IdleBenchmark.class.getName());
  }

  /** True if the figure is a rate, false if it is a fraction. */
  boolean isRate() {
    return !figure.contains(BY);
  }

  /** Reads the figure from a result of JMH; NaN if it has none. */
  double of(JsonNode result) {
    if (figure.isEmpty()) {
      return number(result.path("primaryMetric"));
    }
    String[] counters = figure.split(BY, 2);
    double value = counter(result, counters[0]);
    return counters.length == 1 ? value : value / counter(result, counters[1]);
  }

  /** Bytes allocated per message by all threads; NaN if the result does not have them. */
  static double bytes(JsonNode result) {
    return counter(result, ALLOCATED);
  }

  /** The figure for people: rates as they are, fractions in percent. */
  double shown(double value) {
    return isRate() ? value : 100 * value;
  }

  /** The format of such a value: small ones need more digits. */
  String digits(double shown) {
    boolean small = isRate() ? shown < SMALL_RATE : isIdle();
    return small ? "%.3f" : "%.1f";
  }

  /** JMH puts a prefix before some names. */
  private static double counter(JsonNode result, String name) {
    JsonNode counters = result.path("secondaryMetrics");
    for (Map.Entry<String, JsonNode> counter : counters.properties()) {
      if (counter.getKey().endsWith(name)) {
        return number(counter.getValue());
      }
    }
    return Double.NaN;
  }

  private static double number(JsonNode metric) {
    return metric.path("score").asDouble(Double.NaN);
  }
}
