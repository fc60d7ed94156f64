package com.reactive.platform.kafka.benchmark.jmh;

import java.util.Arrays;
import java.util.stream.IntStream;

/** One figure of every round; NaN where a round has none. */
final class Series {
  private final double[] rounds;

  Series(double... rounds) {
    this.rounds = rounds.clone();
  }

  /** The middle one, or the mean of the middle two; NaN if no round has a figure. */
  double median() {
    double[] sorted = present();
    Arrays.sort(sorted);
    int n = sorted.length;
    return n == 0 ? Double.NaN : (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
  }

  /** How far the round that is farthest from the median is from it; NaN of fewer than two. */
  double deviation() {
    double median = median();
    double[] present = present();
    return present.length < 2
        ? Double.NaN
        : Arrays.stream(present).map(round -> Math.abs(round - median)).max().orElseThrow();
  }

  /** Round by round this divided by the other, as far as both go. */
  Series by(Series other) {
    int length = Math.min(rounds.length, other.rounds.length);
    return new Series(
        IntStream.range(0, length).mapToDouble(i -> rounds[i] / other.rounds[i]).toArray());
  }

  double[] rounds() {
    return rounds.clone();
  }

  private double[] present() {
    return Arrays.stream(rounds).filter(Double::isFinite).toArray();
  }
}
