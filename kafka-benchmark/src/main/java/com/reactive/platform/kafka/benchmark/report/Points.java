package com.reactive.platform.kafka.benchmark.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;

/** Points of a chart: only numbers that can be drawn, with no more digits than can be seen. */
final class Points {
  /** Of one line. */
  static final int MAX = 400;

  private static final MathContext DIGITS = new MathContext(5);

  private Points() {}

  /** Adds x and the values, unless one of them is no number. */
  static void add(List<double[]> points, double x, double... values) {
    double[] point = new double[values.length + 1];
    point[0] = x;
    System.arraycopy(values, 0, point, 1, values.length);
    for (int at = 0; at < point.length; at++) {
      if (!Double.isFinite(point[at])) {
        return;
      }
      point[at] = new BigDecimal(point[at]).round(DIGITS).doubleValue();
    }
    points.add(point);
  }

  /** So few of them that a line of them can be told from the next. */
  static <T> List<T> thinned(List<T> all) {
    int stride = (all.size() + MAX - 1) / MAX;
    if (stride <= 1) {
      return all;
    }
    List<T> some = new ArrayList<>();
    for (int at = 0; at < all.size(); at += stride) {
      some.add(all.get(at));
    }
    return some;
  }

  /** The first, the last, and where the value changes; what lies between is the same. */
  static List<double[]> steps(List<double[]> points) {
    List<double[]> steps = new ArrayList<>();
    for (int at = 0; at < points.size(); at++) {
      boolean isEnd = at == 0 || at == points.size() - 1;
      if (isEnd || points.get(at)[1] != points.get(at - 1)[1]) {
        steps.add(points.get(at));
      }
    }
    return steps;
  }

  /** Whether a linear axis would press most of these values to its foot. */
  static boolean spread(List<Chart.Series> series) {
    double[] positive =
        series.stream()
            .flatMap(of -> of.points().stream())
            .mapToDouble(point -> point[1])
            .filter(value -> value > 0)
            .sorted()
            .toArray();
    return positive.length > 1 && positive[positive.length - 1] > 30 * positive[0];
  }
}
