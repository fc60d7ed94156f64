package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The targets that meet the goals at every load: goals and the thresholds with {@code best-of},
 * applied to every target alike, those included that they compare with.
 */
final class SweepTable {
  private final List<Threshold> goals;
  private final Role bestOf;
  private final List<RunResult> runs;
  private final ThresholdEvaluator judgement;
  private final Set<String> loads = new LinkedHashSet<>();

  SweepTable(List<Threshold> thresholds, List<RunResult> runs) {
    this.goals = goalsOfAll(thresholds);
    this.bestOf =
        goals.stream().map(Threshold::bestOf).filter(Objects::nonNull).findFirst().orElseThrow();
    this.runs = runs;
    this.judgement = new ThresholdEvaluator(runs);
    runs.stream()
        .filter(run -> goals.stream().anyMatch(goal -> goal.concernsLoad(run.load())))
        .forEach(run -> loads.add(run.load()));
  }

  /** Those that can be put on any target; said of several targets, one counts once. */
  private static List<Threshold> goalsOfAll(List<Threshold> thresholds) {
    Map<List<Object>, Threshold> goals = new LinkedHashMap<>();
    for (Threshold limit : thresholds) {
      if (limit.bestOf() != null || (limit.goal() && limit.versusLoad() == null)) {
        goals.putIfAbsent(
            Arrays.asList(
                limit.metric().name(),
                limit.load(),
                limit.exceptLoad(),
                limit.versus(),
                limit.bestOf(),
                limit.limit()),
            limit);
      }
    }
    return List.copyOf(goals.values());
  }

  Table table() {
    List<String> columns = new ArrayList<>(List.of("Target", "Loads met"));
    withColumns().forEach(goal -> columns.add("Worst " + figure(goal)));
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
                            shown(goal, goal.limit()) + than(goal)))
            .collect(Collectors.joining(", "));
    return new Table(
        "Targets that meet the goals at every load",
        columns,
        rows,
        "Goals, against the best "
            + bestOf.text()
            + " of each load where it is a ratio: "
            + yardstick
            + ".");
  }

  /** Those against one target are too many; what misses them is among the failures. */
  private List<Threshold> withColumns() {
    return goals.stream().filter(goal -> goal.versus() == null).toList();
  }

  private static String than(Threshold goal) {
    return goal.versus() == null ? "" : " of " + goal.versus();
  }

  /** A row for each target: which goals it misses under which load. */
  Table failures() {
    List<String> columns = new ArrayList<>(List.of("Target"));
    columns.addAll(loads);
    List<List<String>> rows = new ArrayList<>();
    for (String target : targets()) {
      List<String> row = new ArrayList<>(List.of(target));
      for (String load : loads) {
        row.add(
            runs.stream()
                .filter(run -> run.target().equals(target) && run.load().equals(load))
                .map(this::misses)
                .findFirst()
                .orElse(""));
      }
      rows.add(row);
    }
    return new Table(
        "Where each setting misses a goal", columns, rows, "Empty: not run. ✓: all goals are met.");
  }

  private String misses(RunResult run) {
    if (run.verdict() == Verdict.FAIL) {
      return "failed";
    }
    String missed =
        goals.stream()
            .filter(goal -> !isMet(goal, run))
            .map(goal -> goal.metric().name() + " " + shown(goal, value(goal, run)) + than(goal))
            .collect(Collectors.joining(", "));
    return missed.isEmpty() ? "✓" : missed;
  }

  private static String shown(Threshold goal, OptionalDouble value) {
    return value.isPresent() ? shown(goal, value.getAsDouble()) : "unknown";
  }

  private static String shown(Threshold goal, double value) {
    if (goal.isRatio()) {
      return Format.ratio(value);
    }
    return goal.metric().unit().equals("us") ? Format.micros(value) : Format.digits(value);
  }

  /**
   * Checks that no target of the other role meets all goals at all loads. One of a group with fewer
   * loads than others have does not count.
   */
  Check noRivalDoes() {
    int most = targets().stream().mapToInt(target -> loadsOf(target).size()).max().orElse(0);
    List<String> universal =
        runs.stream()
            .filter(run -> run.role() == bestOf)
            .map(RunResult::target)
            .distinct()
            .filter(target -> loadsOf(target).size() == most)
            .filter(target -> metBy(target).equals(loadsOf(target)))
            .toList();
    return new Check(
        "targets of role " + bestOf.text() + " that meet all goals at all loads",
        "none",
        universal.isEmpty() ? "none" : String.join(", ", universal),
        universal.isEmpty(),
        false);
  }

  private static String figure(Threshold goal) {
    return goal.metric().name()
        + (goal.load() == null ? "" : " at " + goal.load())
        + (goal.exceptLoad() == null ? "" : " except at " + goal.exceptLoad());
  }

  private Set<String> targets() {
    return runs.stream()
        .map(RunResult::target)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private List<String> row(String target) {
    Set<String> met = metBy(target);
    List<String> row =
        new ArrayList<>(List.of(target, met.size() + " of " + loadsOf(target).size()));
    for (Threshold goal : withColumns()) {
      OptionalDouble worst = worst(goal, target);
      row.add(shown(goal, worst));
    }
    row.add(loads.stream().filter(met::contains).collect(Collectors.joining("; ")));
    return row;
  }

  private Set<String> loadsOf(String target) {
    return runs.stream()
        .filter(run -> run.target().equals(target))
        .map(RunResult::load)
        .filter(loads::contains)
        .collect(Collectors.toSet());
  }

  private Set<String> metBy(String target) {
    return runs.stream()
        .filter(run -> run.target().equals(target) && run.verdict() == Verdict.PASS)
        .filter(run -> goals.stream().allMatch(goal -> isMet(goal, run)))
        .map(RunResult::load)
        .filter(loads::contains)
        .collect(Collectors.toSet());
  }

  /**
   * A goal that cannot be evaluated, as a p99 of few outcomes, counts as met. The target that it
   * names is not asked for: here it is held against all of them.
   */
  private boolean isMet(Threshold goal, RunResult run) {
    if (run.verdict() == Verdict.FAIL) {
      return false;
    }
    boolean judged =
        goal.isRatio() ? !judgement.isUnjudged(goal, run) : !goal.metric().hasTooFewOutcomes(run);
    if (!goal.concernsLoad(run.load()) || !judged) {
      return true;
    }
    OptionalDouble value = value(goal, run);
    return value.isPresent() && ThresholdEvaluator.isMet(goal, value.getAsDouble());
  }

  /** The figure, or its ratio to the best one. */
  private OptionalDouble value(Threshold goal, RunResult run) {
    if (!goal.isRatio()) {
      return goal.metric().value(run);
    }
    RunResult best = judgement.reference(goal, run);
    return best == null
        ? OptionalDouble.empty()
        : ThresholdEvaluator.ratio(goal.metric(), run, best);
  }

  private OptionalDouble worst(Threshold goal, String target) {
    OptionalDouble worst = OptionalDouble.empty();
    for (RunResult run : runs) {
      OptionalDouble ratio =
          run.target().equals(target) && goal.concernsLoad(run.load())
              ? value(goal, run)
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
