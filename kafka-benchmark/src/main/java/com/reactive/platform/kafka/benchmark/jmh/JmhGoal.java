package com.reactive.platform.kafka.benchmark.jmh;

/**
 * A goal of a row: a figure that is at least one limit, or below another.
 *
 * @param row id of the row
 * @param text of the goal, for people
 * @param by id of the row that the figure is divided by; null if it is not
 * @param bytes true if the figure is the bytes allocated per message instead of the row's own
 * @param atLeast the limit; null if there is only the other
 * @param below the limit; null likewise
 */
record JmhGoal(String row, String text, String by, boolean bytes, Double atLeast, Double below) {
  /** The figure: as the row shows it, or as a ratio, or in bytes; NaN if it was not measured. */
  double measured(JmhRounds rounds) {
    if (by != null) {
      return JmhRounds.median(rounds.ratios(row, by));
    }
    double median = JmhRounds.median(bytes ? rounds.bytes(row) : rounds.values(row));
    boolean part =
        !bytes && rounds.rows().stream().anyMatch(r -> r.id().equals(row) && !r.isRate());
    return part ? 100 * median : median;
  }

  double limit() {
    return atLeast != null ? atLeast : below;
  }

  /** False also if it was not measured. */
  boolean isReached(double measured) {
    return atLeast != null ? measured >= atLeast : measured < below;
  }
}
