package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The runs of a brochure in order, and which of them stands for it.
 *
 * @param runs all of them, load by load
 * @param targets their names, subjects first
 * @param loads their names, in the order in which they were put on
 */
record Shape(List<RunResult> runs, List<String> targets, List<String> loads) {
  private static final int MIN_GRID = 3;
  private static final Comparator<RunResult> BY_RATE =
      Comparator.comparingDouble(run -> run.rates().sustained());

  /** Turns are taken in changing order; here each load has its subjects first, then the others. */
  static Shape of(List<RunResult> turns) {
    List<String> loads = turns.stream().map(RunResult::load).distinct().toList();
    List<String> targets =
        turns.stream()
            .sorted(Comparator.comparing(RunResult::role))
            .map(RunResult::target)
            .distinct()
            .toList();
    List<RunResult> runs =
        turns.stream()
            .sorted(
                Comparator.<RunResult>comparingInt(run -> loads.indexOf(run.load()))
                    .thenComparingInt(run -> targets.indexOf(run.target())))
            .toList();
    return new Shape(runs, targets, loads);
  }

  Optional<RunResult> run(String target, String load) {
    return runs.stream()
        .filter(run -> run.target().equals(target) && run.load().equals(load))
        .findFirst();
  }

  List<RunResult> ofLoad(String load) {
    return runs.stream().filter(run -> run.load().equals(load)).toList();
  }

  /** Whether every target at every load makes a table that is worth it. */
  boolean isGrid() {
    return targets.size() >= MIN_GRID && loads.size() >= MIN_GRID;
  }

  /**
   * The run to look at first: the fastest of the subjects, or of all if none is a subject; of those
   * that are durable if any is, since another rate is no headline beside one that Kafka has
   * confirmed. Empty if they failed: what others did does not stand for them.
   */
  Optional<RunResult> leading() {
    return candidates().filter(run -> run.verdict() == Verdict.PASS).max(BY_RATE);
  }

  /** The leading run, or the one that would be if it had not failed: to know what to look for. */
  Optional<RunResult> watched() {
    return leading().or(() -> candidates().max(BY_RATE));
  }

  private static boolean isDurable(RunResult run) {
    return run.rates().transactional() != null;
  }

  private Stream<RunResult> candidates() {
    boolean hasSubject = runs.stream().anyMatch(run -> run.role() == Role.SUBJECT);
    List<RunResult> candidates =
        runs.stream().filter(run -> !hasSubject || run.role() == Role.SUBJECT).toList();
    boolean hasDurable = candidates.stream().anyMatch(Shape::isDurable);
    return candidates.stream().filter(run -> !hasDurable || isDurable(run));
  }
}
