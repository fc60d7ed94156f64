package com.reactive.platform.testbed;

import java.util.Arrays;

/**
 * The median of figures, defined once for all reports: of an even number of figures it is the mean
 * of the two in the middle.
 */
public final class Median {
  private Median() {}

  /** NaN if there are no figures. */
  public static double of(double... figures) {
    double[] sorted = figures.clone();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }
}
