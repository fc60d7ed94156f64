package com.reactive.platform.testbed;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A measured figure and, if it has one, its goal.
 *
 * @param phase of the experiment in which it was measured; may be empty
 * @param name of what was measured, with its unit
 * @param value what was measured, of several rounds their median; NaN if it never came about
 * @param rounds what each round measured; empty if there are no rounds
 * @param atLeast its goal; NaN if there is none
 * @param atMost its goal; NaN if there is none
 * @param required whether missing the goal fails the experiment
 */
public record Figure(
    String phase,
    String name,
    double value,
    List<Double> rounds,
    double atLeast,
    double atMost,
    boolean required) {
  private static final double SMALL = 10;

  /** Copies the list. */
  public Figure {
    rounds = List.copyOf(rounds);
  }

  /** One without a goal. */
  public static Figure of(String phase, String name, double value) {
    return new Figure(phase, name, value, List.of(), Double.NaN, Double.NaN, false);
  }

  /** The median of rounds, of which there is at least one. */
  public static Figure ofRounds(String name, List<Double> rounds) {
    return new Figure("", name, median(rounds), rounds, Double.NaN, Double.NaN, false);
  }

  /** The same with this goal. */
  public Figure atLeast(double bound) {
    return new Figure(phase, name, value, rounds, bound, Double.NaN, required);
  }

  /** The same with this goal. */
  public Figure atMost(double bound) {
    return new Figure(phase, name, value, rounds, Double.NaN, bound, required);
  }

  /** The same, and missing its goal fails the experiment. */
  public Figure must() {
    return new Figure(phase, name, value, rounds, atLeast, atMost, true);
  }

  public boolean hasGoal() {
    return !Double.isNaN(atLeast) || !Double.isNaN(atMost);
  }

  /** True if the goal is met; a value that is not known meets none. */
  public boolean reached() {
    return Double.isNaN(atLeast) ? value <= atMost : value >= atLeast;
  }

  /** The goal in signs, such as {@code <= 20}; empty if there is none. */
  String goal() {
    if (!hasGoal()) {
      return "";
    }
    return Double.isNaN(atLeast) ? "<= " + number(atMost) : ">= " + number(atLeast);
  }

  /** The lowest and the highest round; empty if there are no rounds. */
  String range() {
    return rounds.isEmpty()
        ? ""
        : number(rounds.stream().min(Double::compare).orElseThrow())
            + " to "
            + number(rounds.stream().max(Double::compare).orElseThrow());
  }

  String shown() {
    return number(value);
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "never";
    }
    String format = value == Math.rint(value) ? "%,.0f" : value < SMALL ? "%,.2f" : "%,.1f";
    return String.format(Locale.ROOT, format, value);
  }

  /** The middle one, or the mean of the middle two. */
  private static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
  }
}
