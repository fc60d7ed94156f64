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
 * @param runs load by load; of each load its subjects first
 */
record Shape(List<RunResult> runs) {
  private static final Comparator<RunResult> BY_RATE =
      Comparator.comparingDouble(run -> run.rates().sustained());

  static Shape of(List<RunResult> turns) {
    List<String> loads = turns.stream().map(RunResult::load).distinct().toList();
    List<String> targets =
        turns.stream()
            .sorted(Comparator.comparing(RunResult::role))
            .map(RunResult::target)
            .distinct()
            .toList();
    Comparator<RunResult> byLoad = Comparator.comparingInt(run -> loads.indexOf(run.load()));
    return new Shape(
        turns.stream()
            .sorted(byLoad.thenComparingInt(run -> targets.indexOf(run.target())))
            .toList());
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
