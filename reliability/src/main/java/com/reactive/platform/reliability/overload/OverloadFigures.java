package com.reactive.platform.reliability.overload;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verification;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.testbed.Figure;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The figures of all phases. Pure. */
final class OverloadFigures {
  private static final double NANOS = 1e9;
  private static final double MICROS_PER_MILLI = 1e3;
  private static final double FLAT_MEGABYTES = 16;
  private static final double MARGIN_MEGABYTES = 128;
  private static final double STANDSTILL_PERCENT = 10;

  private final OverloadPlan plan;
  private final List<Figure> figures = new ArrayList<>();
  private String phase = "";
  private double capacity;

  OverloadFigures(OverloadPlan plan) {
    this.plan = plan;
  }

  List<Figure> all() {
    return List.copyOf(figures);
  }

  double capacity() {
    return capacity;
  }

  void capacity(Iteration iteration) {
    phase = "capacity";
    capacity = iteration.result().rates().sustained();
    add("closed loop, events/s", capacity);
    add("p99, ms", millis(iteration.result().latency().p99()));
    verified(iteration.result().verification());
  }

  void overload(Iteration iteration, List<StatusSample> seen) {
    phase = "overload";
    RunResult result = iteration.result();
    double offered = result.offeredPerSecond();
    add("offered, events/s", offered);
    addAtLeast("sent, % of what was offered", 100 * result.rates().send() / offered, 95);
    addAtLeast("goodput, % of capacity", 100 * result.rates().sustained() / capacity, 90);
    add("refused, % of what was sent", percent(iteration.refused().count(), result));
    add("refusals p50, ms", millis(iteration.refused().p50()));
    addAtMost("refusals p99, ms", millis(iteration.refused().p99()), 20);
    add("accepted p50, ms", millis(result.latency().p50()));
    add("accepted p99, ms", millis(result.latency().p99()));
    add("in flight, most", most(seen, StatusSample::inFlight));
    result.figures().serverUnderTest().ifPresent(gateway -> add("gateway, cores", gateway.cores()));
    loops(seen);
    memory(seen);
    verified(result.verification());
  }

  /**
   * @param before while all was well, at the same load
   * @param paused while the broker stood still
   * @param after from the moment on when it went on
   */
  void pause(
      Iteration iteration,
      List<StatusSample> before,
      List<StatusSample> paused,
      List<StatusSample> after,
      long resumedNanos) {
    phase = "pause";
    add("answered 201 before, events/s", rate(before));
    // Else it did not stand still, and what follows says nothing.
    mustBeAtMost(
        "answered 201 while paused, % of capacity",
        100 * rate(paused) / capacity, STANDSTILL_PERCENT);
    add("shed while paused", grown(paused, StatusSample::shed));
    add("taken in and given up while paused", grown(paused, StatusSample::failed));
    add("in flight, most", most(paused, StatusSample::inFlight));
    add("refusals p99, ms", millis(iteration.refused().p99()));
    loops(paused);
    memory(paused);
    double recovery = recoverySeconds(after, resumedNanos);
    addAtMost("back at 90 % of capacity after, s", recovery, plan.settleSeconds());
    verified(iteration.result().verification());
  }

  private void loops(List<StatusSample> seen) {
    addAtMost("event loop stalls", grown(seen, StatusSample::stalls), 0);
    add("event loop, latest, ms", most(seen, StatusSample::recentDelayMillis));
  }

  /** In the last half it must not grow: what the third quarter has must do for the fourth. */
  private void memory(List<StatusSample> seen) {
    int half = seen.size() / 2;
    int quarters = half + (seen.size() - half) / 2;
    double third = rss(seen.subList(half, quarters));
    double fourth = rss(seen.subList(quarters, seen.size()));
    add("RSS, first half, mean, MiB", rss(seen.subList(0, half)));
    addAtMost("RSS, growth in the last half, MiB", fourth - third, FLAT_MEGABYTES);
    // By default, Java allows as much direct memory as heap.
    mustBeAtMost(
        "RSS, most, MiB",
        most(seen, StatusSample::rssMegabytes),
        2.0 * plan.heapMegabytes() + MARGIN_MEGABYTES);
  }

  private void verified(Verification verification) {
    add("answered 201", (double) verification.acked());
    add("answered 504", (double) verification.unknown());
    mustBeAtMost("lost", (double) verification.lost(), 0);
    mustBeAtMost("duplicated", (double) verification.duplicated(), 0);
    mustBeAtMost("in Kafka against our word", (double) verification.phantom(), 0);
    figures.add(Figure.of(phase, "verified", verification.verified() ? 1 : 0).atLeast(1).must());
  }

  private void add(String name, double value) {
    figures.add(Figure.of(phase, name, value));
  }

  private void addAtLeast(String name, double value, double goal) {
    figures.add(Figure.of(phase, name, value).atLeast(goal));
  }

  private void addAtMost(String name, double value, double goal) {
    figures.add(Figure.of(phase, name, value).atMost(goal));
  }

  private void mustBeAtMost(String name, double value, double limit) {
    figures.add(Figure.of(phase, name, value).atMost(limit).must());
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

  private static double rss(List<StatusSample> seen) {
    return seen.stream().mapToDouble(StatusSample::rssMegabytes).average().orElse(Double.NaN);
  }

  private static double millis(double micros) {
    return micros / MICROS_PER_MILLI;
  }

  private static double percent(long refused, RunResult result) {
    return 100.0 * refused / Math.max(1, result.rates().send() * result.seconds());
  }
}
