package com.reactive.platform.reliability.overload;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verification;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What the runs and the sightings say. Pure. */
final class OverloadFigures {
  private static final double NANOS = 1e9;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double FLAT_MEGABYTES = 16;
  private static final double MARGIN_MEGABYTES = 128;
  private static final double STANDSTILL_PERCENT = 10;

  private final OverloadPlan plan;
  private final List<OverloadFigure> figures = new ArrayList<>();
  private double capacity;

  OverloadFigures(OverloadPlan plan) {
    this.plan = plan;
  }

  List<OverloadFigure> all() {
    return List.copyOf(figures);
  }

  double capacity() {
    return capacity;
  }

  void capacity(Iteration turn) {
    String phase = "capacity";
    capacity = turn.result().rates().sustained();
    figures.add(OverloadFigure.plain(phase, "closed loop, events/s", capacity));
    figures.add(
        OverloadFigure.plain(phase, "p99, ms", turn.result().latency().p99() / MICROS_PER_MILLI));
    verified(phase, turn.result().verification());
  }

  void overload(Iteration turn, List<StatusSample> seen) {
    String phase = "overload";
    RunResult result = turn.result();
    figures.add(OverloadFigure.plain(phase, "offered, events/s", result.offeredPerSecond()));
    figures.add(
        OverloadFigure.atLeast(
            phase,
            "sent, % of what was offered",
            100 * result.rates().send() / result.offeredPerSecond(),
            95));
    figures.add(
        OverloadFigure.atLeast(
            phase, "goodput, % of capacity", 100 * result.rates().sustained() / capacity, 90));
    figures.add(
        OverloadFigure.plain(
            phase, "refused, % of what was sent", percent(turn.refused().count(), result)));
    figures.add(
        OverloadFigure.plain(phase, "refusals p50, ms", turn.refused().p50() / MICROS_PER_MILLI));
    figures.add(
        OverloadFigure.atMost(
            phase, "refusals p99, ms", turn.refused().p99() / MICROS_PER_MILLI, 20));
    figures.add(
        OverloadFigure.plain(phase, "accepted p50, ms", result.latency().p50() / MICROS_PER_MILLI));
    figures.add(
        OverloadFigure.plain(phase, "accepted p99, ms", result.latency().p99() / MICROS_PER_MILLI));
    figures.add(OverloadFigure.plain(phase, "in flight, most", most(seen, StatusSample::inFlight)));
    result
        .serverUnderTest()
        .ifPresent(
            gateway -> figures.add(OverloadFigure.plain(phase, "gateway, cores", gateway.cores())));
    loops(phase, seen);
    memory(phase, seen);
    verified(phase, result.verification());
  }

  /**
   * @param before while all was well, at the same load
   * @param paused while the broker stood still
   * @param after from the moment on when it went on
   */
  void pause(
      Iteration turn,
      List<StatusSample> before,
      List<StatusSample> paused,
      List<StatusSample> after,
      long resumedNanos) {
    String phase = "pause";
    figures.add(OverloadFigure.plain(phase, "answered 201 before, events/s", rate(before)));
    // Else it did not stand still, and what follows says nothing.
    figures.add(
        OverloadFigure.atMost(
                phase,
                "answered 201 while paused, % of capacity",
                100 * rate(paused) / capacity,
                STANDSTILL_PERCENT)
            .must());
    figures.add(
        OverloadFigure.plain(phase, "shed while paused", grown(paused, StatusSample::shed)));
    figures.add(
        OverloadFigure.plain(
            phase, "taken in and given up while paused", grown(paused, StatusSample::failed)));
    figures.add(
        OverloadFigure.plain(phase, "in flight, most", most(paused, StatusSample::inFlight)));
    figures.add(
        OverloadFigure.plain(phase, "refusals p99, ms", turn.refused().p99() / MICROS_PER_MILLI));
    loops(phase, paused);
    memory(phase, paused);
    figures.add(
        OverloadFigure.atMost(
            phase,
            "back at 90 % of capacity after, s",
            recoverySeconds(after, resumedNanos),
            plan.settleSeconds()));
    verified(phase, turn.result().verification());
  }

  private void loops(String phase, List<StatusSample> seen) {
    figures.add(
        OverloadFigure.atMost(phase, "event loop stalls", grown(seen, StatusSample::stalls), 0));
    figures.add(
        OverloadFigure.plain(
            phase, "event loop, latest, ms", most(seen, StatusSample::recentDelayMillis)));
  }

  /** In the last half it must not grow: what the third quarter has must do for the fourth. */
  private void memory(String phase, List<StatusSample> seen) {
    int half = seen.size() / 2;
    int quarters = half + (seen.size() - half) / 2;
    double third = mean(seen.subList(half, quarters), StatusSample::rssMegabytes);
    double fourth = mean(seen.subList(quarters, seen.size()), StatusSample::rssMegabytes);
    figures.add(
        OverloadFigure.plain(
            phase,
            "RSS, first half, mean, MiB",
            mean(seen.subList(0, half), StatusSample::rssMegabytes)));
    figures.add(
        OverloadFigure.atMost(
            phase, "RSS, growth in the last half, MiB", fourth - third, FLAT_MEGABYTES));
    // Java gives direct memory as much as the heap unless it is told otherwise.
    figures.add(
        OverloadFigure.atMost(
                phase,
                "RSS, most, MiB",
                most(seen, StatusSample::rssMegabytes),
                2.0 * plan.heapMegabytes() + MARGIN_MEGABYTES)
            .must());
  }

  private void verified(String phase, Verification verification) {
    figures.add(OverloadFigure.plain(phase, "answered 201", (double) verification.acked()));
    figures.add(OverloadFigure.plain(phase, "answered 504", (double) verification.unknown()));
    figures.add(OverloadFigure.atMost(phase, "lost", (double) verification.lost(), 0).must());
    figures.add(
        OverloadFigure.atMost(phase, "duplicated", (double) verification.duplicated(), 0).must());
    figures.add(
        OverloadFigure.atMost(
                phase, "in Kafka against our word", (double) verification.phantom(), 0)
            .must());
    figures.add(
        OverloadFigure.atLeast(phase, "verified", verification.verified() ? 1 : 0, 1).must());
  }

  /** NaN if it never was. */
  private double recoverySeconds(List<StatusSample> after, long resumedNanos) {
    for (int i = 2; i < after.size(); i++) {
      if (rate(after.subList(i - 2, i + 1)) >= 0.9 * capacity) {
        return (after.get(i).nanos() - resumedNanos) / NANOS;
      }
    }
    return Double.NaN;
  }

  private static double rate(List<StatusSample> seen) {
    if (seen.size() < 2) {
      return Double.NaN;
    }
    StatusSample first = seen.get(0);
    StatusSample last = seen.get(seen.size() - 1);
    return (last.acked() - first.acked()) * NANOS / Math.max(1, last.nanos() - first.nanos());
  }

  private static double grown(List<StatusSample> seen, ToDoubleFunction<StatusSample> count) {
    return seen.isEmpty()
        ? Double.NaN
        : count.applyAsDouble(seen.get(seen.size() - 1)) - count.applyAsDouble(seen.get(0));
  }

  private static double most(List<StatusSample> seen, ToDoubleFunction<StatusSample> value) {
    return seen.stream().mapToDouble(value).max().orElse(Double.NaN);
  }

  private static double mean(List<StatusSample> seen, ToDoubleFunction<StatusSample> value) {
    return seen.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static double percent(long refused, RunResult result) {
    return 100.0 * refused / Math.max(1, result.rates().send() * result.seconds());
  }
}
