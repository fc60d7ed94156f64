package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The targets that meet the goals at every load: the thresholds with {@code best-of}, applied to
 * every target alike, those included that they compare with.
 */
final class SweepTable {
  private final List<Threshold> goals;
  private final List<RunResult> runs;
  private final ThresholdEvaluator judgement;
  private final Set<String> loads = new LinkedHashSet<>();

  SweepTable(List<Threshold> thresholds, List<RunResult> runs) {
    this.goals = thresholds.stream().filter(limit -> limit.bestOf() != null).toList();
    this.runs = runs;
    this.judgement = new ThresholdEvaluator(runs);
    runs.stream()
        .filter(run -> goals.stream().anyMatch(goal -> concerns(goal, run)))
        .forEach(run -> loads.add(run.load()));
  }

  Table table() {
    List<String> columns = new ArrayList<>(List.of("Target", "Loads met"));
    goals.forEach(goal -> columns.add("Worst " + figure(goal)));
    columns.add("Met at");
    List<List<String>> rows = targets().stream().map(this::row).toList();
    String yardstick =
        goals.stream()
            .map(
                goal ->
                    "%s %s %s"
                        .formatted(
                            figure(goal),
                            goal.metric().moreIsBetter() ? ">=" : "<=",
                            Format.ratio(goal.limit())))
            .collect(Collectors.joining(", "));
    return new Table(
        "Targets that meet the goals at every load",
        columns,
        rows,
        "Goals, against the best "
            + goals.get(0).bestOf().text()
            + " of each load: "
            + yardstick
            + ".");
  }

  /** Checks that no target of the other role meets all goals at all loads. */
  Check noRivalDoes() {
    List<String> universal =
        runs.stream()
            .filter(run -> run.role() == goals.get(0).bestOf())
            .map(RunResult::target)
            .distinct()
            .filter(target -> metBy(target).size() == loads.size())
            .toList();
    return new Check(
        "targets of role " + goals.get(0).bestOf().text() + " that meet all goals at all loads",
        "none",
        universal.isEmpty() ? "none" : String.join(", ", universal),
        universal.isEmpty(),
        false);
  }

  /** The target that a goal names is not asked for: here it is held against all of them. */
  private static boolean concerns(Threshold goal, RunResult run) {
    return goal.load() == null || goal.load().equals(run.load());
  }

  private static String figure(Threshold goal) {
    return goal.metric().name() + (goal.load() == null ? "" : " at " + goal.load());
  }

  private Set<String> targets() {
    return runs.stream()
        .map(RunResult::target)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<String> row(String target) {
    Set<String> met = metBy(target);
    List<String> row = new ArrayList<>(List.of(target, met.size() + " of " + loads.size()));
    for (Threshold goal : goals) {
      OptionalDouble worst = worst(goal, target);
      row.add(worst.isPresent() ? Format.ratio(worst.getAsDouble()) : "unknown");
    }
    row.add(loads.stream().filter(met::contains).collect(Collectors.joining("; ")));
    return row;
  }

  private Set<String> metBy(String target) {
    return runs.stream()
        .filter(run -> run.target().equals(target) && run.verdict() == Verdict.PASS)
        .filter(run -> goals.stream().allMatch(goal -> isMet(goal, run)))
        .map(RunResult::load)
        .filter(loads::contains)
        .collect(Collectors.toSet());
  }

  /** A goal that cannot be evaluated, as a p99 of few outcomes, counts as met. */
  private boolean isMet(Threshold goal, RunResult run) {
    if (run.verdict() == Verdict.FAIL) {
      return false;
    }
    if (!concerns(goal, run) || judgement.isUnjudged(goal, run)) {
      return true;
    }
    OptionalDouble ratio = ratio(goal, run);
    return ratio.isPresent() && ThresholdEvaluator.isMet(goal, ratio.getAsDouble());
  }

  private OptionalDouble ratio(Threshold goal, RunResult run) {
    RunResult best = judgement.reference(goal, run);
    return best == null
        ? OptionalDouble.empty()
        : ThresholdEvaluator.ratio(goal.metric(), run, best);
  }

  private OptionalDouble worst(Threshold goal, String target) {
    OptionalDouble worst = OptionalDouble.empty();
    for (RunResult run : runs) {
      OptionalDouble ratio =
          run.target().equals(target) && concerns(goal, run)
              ? ratio(goal, run)
              : OptionalDouble.empty();
      boolean worse =
          ratio.isPresent()
              && (worst.isEmpty()
                  || !goal.metric().atLeastAsGood(ratio.getAsDouble(), worst.getAsDouble()));
      worst = worse ? ratio : worst;
    }
    return worst;
  }
}
