package com.reactive.platform.kafka.benchmark.footprint;

import java.util.Arrays;
import java.util.List;

/**
 * One figure.
 *
 * @param name of what was measured, with its unit
 * @param atMost what is to be reached; NaN if nothing is
 * @param rounds what was measured, at least once
 */
record FootprintFigure(String name, double atMost, List<Double> rounds) {
  FootprintFigure {
    rounds = List.copyOf(rounds);
  }

  boolean hasTarget() {
    return !Double.isNaN(atMost);
  }

  boolean reached() {
    return median() <= atMost;
  }

  /** Of an even number of rounds the upper of the two in the middle. */
  double median() {
    return sorted()[rounds.size() / 2];
  }

  double lowest() {
    return sorted()[0];
  }

  double highest() {
    return sorted()[rounds.size() - 1];
  }

  private double[] sorted() {
    double[] sorted = rounds.stream().mapToDouble(Double::doubleValue).toArray();
    Arrays.sort(sorted);
    return sorted;
  }
}
