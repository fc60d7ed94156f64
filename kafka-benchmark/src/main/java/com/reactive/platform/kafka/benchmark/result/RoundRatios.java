package com.reactive.platform.kafka.benchmark.result;

import com.reactive.platform.kafka.benchmark.result.RunResult.Round;
import com.reactive.platform.testbed.Median;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.function.ToDoubleBiFunction;

/**
 * Ratios of what ran in the same round. A machine that others use swings, so a figure from one
 * round and a figure from another do not make a ratio. Pure.
 */
public final class RoundRatios {
  private RoundRatios() {}

  /**
   * The median of the ratios of the rounds that both have; where there are none, as in old results
   * and where there was one round, the ratio of the two runs as they are. Empty if it is not known.
   *
   * @param ratio of two figures; not a number if there is none
   */
  public static OptionalDouble median(
      RunResult run, RunResult other, ToDoubleBiFunction<Round, Round> ratio) {
    int rounds = Math.min(run.rounds().size(), other.rounds().size());
    double[] ratios = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      ratios[round] = ratio.applyAsDouble(run.rounds().get(round), other.rounds().get(round));
    }
    double[] known = Arrays.stream(ratios).filter(Double::isFinite).toArray();
    double median =
        known.length == 0 ? ratio.applyAsDouble(run.figures(), other.figures()) : Median.of(known);
    return Double.isFinite(median) ? OptionalDouble.of(median) : OptionalDouble.empty();
  }
}
