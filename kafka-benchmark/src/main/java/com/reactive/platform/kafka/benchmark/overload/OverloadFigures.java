package com.reactive.platform.kafka.benchmark.overload;

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
  private final List<Figure> figures = new ArrayList<>();
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

  void capacity(Iteration turn) {
    String phase = "capacity";
    capacity = turn.result().rates().sustained();
    figures.add(Figure.plain(phase, "closed loop, events/s", capacity));
    figures.add(Figure.plain(phase, "p99, ms", turn.result().latency().p99() / MICROS_PER_MILLI));
    verified(phase, turn.result().verification());
  }

  void overload(Iteration turn, List<Sighting> seen) {
    String phase = "overload";
    RunResult result = turn.result();
    figures.add(Figure.plain(phase, "offered, events/s", result.offeredPerSecond()));
    figures.add(
        Figure.atLeast(
            phase,
            "sent, % of what was offered",
            100 * result.rates().send() / result.offeredPerSecond(),
            95));
    figures.add(
        Figure.atLeast(
            phase, "goodput, % of capacity", 100 * result.rates().sustained() / capacity, 90));
    figures.add(
        Figure.plain(
            phase, "refused, % of what was sent", percent(turn.refused().count(), result)));
    figures.add(Figure.plain(phase, "refusals p50, ms", turn.refused().p50() / MICROS_PER_MILLI));
    figures.add(
        Figure.atMost(phase, "refusals p99, ms", turn.refused().p99() / MICROS_PER_MILLI, 20));
    figures.add(Figure.plain(phase, "accepted p50, ms", result.latency().p50() / MICROS_PER_MILLI));
    figures.add(Figure.plain(phase, "accepted p99, ms", result.latency().p99() / MICROS_PER_MILLI));
    figures.add(Figure.plain(phase, "in flight, most", most(seen, Sighting::inFlight)));
    result
        .serverUnderTest()
        .ifPresent(gateway -> figures.add(Figure.plain(phase, "gateway, cores", gateway.cores())));
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
      List<Sighting> before,
      List<Sighting> paused,
      List<Sighting> after,
      long resumedNanos) {
    String phase = "pause";
    figures.add(Figure.plain(phase, "answered 201 before, events/s", rate(before)));
    // Else it did not stand still, and what follows says nothing.
    figures.add(
        Figure.atMost(
                phase,
                "answered 201 while paused, % of capacity",
                100 * rate(paused) / capacity,
                STANDSTILL_PERCENT)
            .must());
    figures.add(Figure.plain(phase, "shed while paused", grown(paused, Sighting::shed)));
    figures.add(
        Figure.plain(phase, "taken in and given up while paused", grown(paused, Sighting::failed)));
    figures.add(Figure.plain(phase, "in flight, most", most(paused, Sighting::inFlight)));
    figures.add(Figure.plain(phase, "refusals p99, ms", turn.refused().p99() / MICROS_PER_MILLI));
    loops(phase, paused);
    memory(phase, paused);
    figures.add(
        Figure.atMost(
            phase,
            "back at 90 % of capacity after, s",
            recoverySeconds(after, resumedNanos),
            plan.settleSeconds()));
    verified(phase, turn.result().verification());
  }

  private void loops(String phase, List<Sighting> seen) {
    figures.add(Figure.atMost(phase, "event loop stalls", grown(seen, Sighting::stalls), 0));
    figures.add(
        Figure.plain(phase, "event loop, latest, ms", most(seen, Sighting::recentDelayMillis)));
  }

  /** In the last half it must not grow: what the third quarter has must do for the fourth. */
  private void memory(String phase, List<Sighting> seen) {
    int half = seen.size() / 2;
    int quarters = half + (seen.size() - half) / 2;
    double third = mean(seen.subList(half, quarters), Sighting::rssMegabytes);
    double fourth = mean(seen.subList(quarters, seen.size()), Sighting::rssMegabytes);
    figures.add(
        Figure.plain(
            phase,
            "RSS, first half, mean, MiB",
            mean(seen.subList(0, half), Sighting::rssMegabytes)));
    figures.add(
        Figure.atMost(phase, "RSS, growth in the last half, MiB", fourth - third, FLAT_MEGABYTES));
    // Java gives direct memory as much as the heap unless it is told otherwise.
    figures.add(
        Figure.atMost(
                phase,
                "RSS, most, MiB",
                most(seen, Sighting::rssMegabytes),
                2.0 * plan.heapMegabytes() + MARGIN_MEGABYTES)
            .must());
  }

  private void verified(String phase, Verification verification) {
    figures.add(Figure.plain(phase, "answered 201", (double) verification.acked()));
    figures.add(Figure.plain(phase, "answered 504", (double) verification.unknown()));
    figures.add(Figure.atMost(phase, "lost", (double) verification.lost(), 0).must());
    figures.add(Figure.atMost(phase, "duplicated", (double) verification.duplicated(), 0).must());
    figures.add(
        Figure.atMost(phase, "in Kafka against our word", (double) verification.phantom(), 0)
            .must());
    figures.add(Figure.atLeast(phase, "verified", verification.verified() ? 1 : 0, 1).must());
  }

  /** NaN if it never was. */
  private double recoverySeconds(List<Sighting> after, long resumedNanos) {
    for (int i = 2; i < after.size(); i++) {
      if (rate(after.subList(i - 2, i + 1)) >= 0.9 * capacity) {
        return (after.get(i).nanos() - resumedNanos) / NANOS;
      }
    }
    return Double.NaN;
  }

  private static double rate(List<Sighting> seen) {
    if (seen.size() < 2) {
      return Double.NaN;
    }
    Sighting first = seen.get(0);
    Sighting last = seen.get(seen.size() - 1);
    return (last.acked() - first.acked()) * NANOS / Math.max(1, last.nanos() - first.nanos());
  }

  private static double grown(List<Sighting> seen, ToDoubleFunction<Sighting> count) {
    return seen.isEmpty()
        ? Double.NaN
        : count.applyAsDouble(seen.get(seen.size() - 1)) - count.applyAsDouble(seen.get(0));
  }

  private static double most(List<Sighting> seen, ToDoubleFunction<Sighting> value) {
    return seen.stream().mapToDouble(value).max().orElse(Double.NaN);
  }

  private static double mean(List<Sighting> seen, ToDoubleFunction<Sighting> value) {
    return seen.stream().mapToDouble(value).average().orElse(Double.NaN);
  }

  private static double percent(long refused, RunResult result) {
    return 100.0 * refused / Math.max(1, result.rates().send() * result.seconds());
  }
}
