package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * A figure to reach.
 *
 * @param row the row that has to reach it
 * @param wording what is demanded, for people
 * @param references the rows that are needed to judge it
 * @param measure the figure that is compared with the limit
 * @param limit the figure must be this or more, or less than this
 * @param atLeast whether more is better
 */
record JmhGoal(
    Row row,
    String wording,
    List<Row> references,
    ToDoubleFunction<JdkRun> measure,
    double limit,
    boolean atLeast) {

  /** At least so many times another row's rate: the median of the rounds' ratios. */
  static JmhGoal times(Row row, double limit, Row reference, String referenceName) {
    return new JmhGoal(
        row,
        format(">= %s x %s", limit, referenceName),
        List.of(reference),
        run -> run.series(row).by(run.series(reference)).median(),
        limit,
        true);
  }

  /**
   * A row's ratio to another one is not lower than in a release by more than is tolerated.
   *
   * @param ratio of the release
   * @param kept the part of it that must be reached
   */
  static JmhGoal noWorse(Row row, double ratio, double kept, Row reference, String release) {
    return new JmhGoal(
        row,
        String.format(
            Locale.ROOT, ">= %.2f x %s (%s in %s)", kept * ratio, reference.id(), ratio, release),
        List.of(reference),
        run -> run.series(row).by(run.series(reference)).median(),
        kept * ratio,
        true);
  }

  /** At least this part, in percent. */
  static JmhGoal percent(Row row, double limit, String why) {
    return new JmhGoal(
        row,
        format(">= %s %% (%s)", limit, why),
        List.of(),
        run -> row.metric().shown(run.series(row).median()),
        limit,
        true);
  }

  /** Less than this part, in percent. */
  static JmhGoal percentBelow(Row row, double limit, String why) {
    return new JmhGoal(
        row,
        format("< %s %% %s", limit, why),
        List.of(),
        run -> row.metric().shown(run.series(row).median()),
        limit,
        false);
  }

  /** Less than so many bytes allocated per message. */
  static JmhGoal bytes(Row row, double limit, String wording) {
    return new JmhGoal(row, wording, List.of(), run -> run.bytes(row).median(), limit, false);
  }

  JmhVerdict judge(JdkRun run) {
    double measured = measure.applyAsDouble(run);
    return new JmhVerdict(this, measured, atLeast ? measured >= limit : measured < limit);
  }

  private static String format(String format, double limit, String text) {
    String number =
        limit == Math.rint(limit) ? Long.toString((long) limit) : Double.toString(limit);
    return String.format(Locale.ROOT, format, number, text);
  }
}
