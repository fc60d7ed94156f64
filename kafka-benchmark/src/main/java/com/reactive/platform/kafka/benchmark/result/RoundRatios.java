package com.reactive.platform.kafka.benchmark.result;

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
   * @param ratio of two runs, which may be of one round; not a number if there is none
   */
  public static OptionalDouble median(
      RunResult run, RunResult other, ToDoubleBiFunction<RunResult, RunResult> ratio) {
    int rounds = Math.min(run.rounds().size(), other.rounds().size());
    double[] ratios = new double[rounds];
    for (int round = 0; round < rounds; round++) {
      ratios[round] = ratio.applyAsDouble(run.inRound(round), other.inRound(round));
    }
    double[] known = Arrays.stream(ratios).filter(Double::isFinite).toArray();
    double median = known.length == 0 ? ratio.applyAsDouble(run, other) : Median.of(known);
    return Double.isFinite(median) ? OptionalDouble.of(median) : OptionalDouble.empty();
  }
}
