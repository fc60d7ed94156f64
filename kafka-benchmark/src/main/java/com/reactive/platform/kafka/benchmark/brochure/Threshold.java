package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult.Role;

/**
 * A requirement on a figure.
 *
 * @param metric the figure
 * @param target of which target; null for every one
 * @param load under which load; null for every one
 * @param exceptLoad the load under which it is not required; null if there is none
 * @param limit the value, or with something to compare with the ratio, that must not be missed: at
 *     least it where more is better, else at most
 * @param versus target that the figure is compared with; null if there is none
 * @param bestOf role of the targets of which the best is compared with, load by load; null if there
 *     is none
 * @param goal whether missing it is only reported
 * @param versusLoad load of the same target that the figure is compared with; null if there is none
 * @param referenceP99Micros the best is looked for among those whose p99 is at most this; in a
 *     closed loop among all
 */
public record Threshold(
    Metric metric,
    String target,
    String load,
    String exceptLoad,
    double limit,
    String versus,
    Role bestOf,
    boolean goal,
    String versusLoad,
    double referenceP99Micros) {
  /** Every one counts as a reference, however late it is. */
  static final double ANY_P99 = Double.MAX_VALUE;

  /** One whose references may be as late as they are. */
  Threshold(
      Metric metric,
      String target,
      String load,
      double limit,
      String versus,
      Role bestOf,
      boolean goal,
      String versusLoad) {
    this(metric, target, load, null, limit, versus, bestOf, goal, versusLoad, ANY_P99);
  }

  /** One that compares no loads. */
  Threshold(
      Metric metric,
      String target,
      String load,
      double limit,
      String versus,
      Role bestOf,
      boolean goal) {
    this(metric, target, load, limit, versus, bestOf, goal, null);
  }

  /** Returns whether something is required under this load. */
  boolean concernsLoad(String name) {
    return load == null ? !name.equals(exceptLoad) : name.equals(load);
  }

  /** Returns whether the limit is a ratio. */
  boolean isRatio() {
    return versus != null || bestOf != null || versusLoad != null;
  }
}
