package com.reactive.platform.kafka.benchmark.jmh;

import java.util.List;
import java.util.stream.Stream;

/**
 * The figures to reach.
 *
 * <p>What the batchers and rings are to reach follows from {@link LastRelease}: not to have got
 * worse. How they stand beside a rival or the ancestor changes from run to run by more than is
 * between them, and a submit is a thousandth of what a durable event costs; what an event costs as
 * a whole has its goals in the brochure {@code gateway-full}.
 */
final class JmhGoals {
  private static final List<JmhGoal> OWN =
      List.of(
          // submit alone, into a stripe with room: no bytes
          JmhGoal.bytes(Row.SUBMIT_HANDLE, 0.5, "0 bytes per submit"),
          JmhGoal.bytes(Row.SUBMIT_ANY, 0.5, "0 bytes per submit"),

          // no writer blocked for long by the other: the slower one works at least half as fast
          JmhGoal.percent(Row.SHARE_HANDLE, 33, "half the other's rate"),

          // the gateway from the bytes of a request to those of its answer, without sockets:
          // nothing
          // allocated from the body to the stripe, 1 KB in all; two loops do 1.8x what one does;
          // counting requests costs 2 %, API keys 3 %
          JmhGoal.bytes(Row.INTAKE, 0.5, "0 bytes from body to stripe"),
          JmhGoal.bytes(Row.LOOP_1, 1_024.5, "<= 1,024 bytes per event"),
          JmhGoal.times(Row.LOOP_2, 1.8, Row.LOOP_1, "one loop"),
          JmhGoal.times(Row.LOOP_1, 0.98, Row.LOOP_NO_METRICS, "without metrics"),
          JmhGoal.times(Row.LOOP_API_KEY, 0.97, Row.LOOP_1, "without keys"),

          // idle batcher: < 0.1 % of a core
          JmhGoal.percentBelow(Row.IDLE_STRIPED, 0.1, "of a core"),
          JmhGoal.percentBelow(Row.IDLE_ADAPTIVE, 0.1, "of a core"));

  private static final List<JmhGoal> ALL =
      Stream.concat(LastRelease.read().targets().stream(), OWN.stream()).toList();

  private JmhGoals() {}

  /** The row's targets; empty if it has none. */
  static List<JmhGoal> of(Row row) {
    return ALL.stream().filter(target -> target.row() == row).toList();
  }
}
