package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Holds the thresholds of a brochure against what ran. A threshold on one target gives a check for
 * each load; a threshold on all of them gives one check, which names the worst run. What a plan
 * left out is not checked.
 */
final class Judgement {
  private final List<RunResult> runs;

  Judgement(List<RunResult> runs) {
    this.runs = runs;
  }

  List<Check> checks(List<Threshold> thresholds) {
    List<Check> checks = new ArrayList<>();
    for (Threshold threshold : thresholds) {
      List<RunResult> of = runs.stream().filter(run -> concerns(threshold, run)).toList();
      if (of.isEmpty()) {
        continue;
      }
      if (threshold.target() == null) {
        checks.add(ofAll(threshold, of));
      } else if (threshold.isRatio()) {
        of.forEach(run -> compare(threshold, run, checks));
      } else {
        of.forEach(run -> checks.add(ofOne(threshold, run)));
      }
    }
    return checks;
  }

  private static boolean concerns(Threshold threshold, RunResult run) {
    return (threshold.target() == null || threshold.target().equals(run.target()))
        && (threshold.load() == null || threshold.load().equals(run.load()));
  }

  private static Check ofOne(Threshold threshold, RunResult run) {
    OptionalDouble value = threshold.metric().value(run);
    return check(
        threshold, what(threshold, run), value, value.isPresent() ? number(value) : "unknown", "");
  }

  private static Check ofAll(Threshold threshold, List<RunResult> of) {
    RunResult worst = of.get(0);
    for (RunResult run : of) {
      worst = isWorse(threshold.metric(), run, worst) ? run : worst;
    }
    OptionalDouble value = threshold.metric().value(worst);
    String what = "%s of all, %s".formatted(threshold.metric().name(), threshold.metric().unit());
    String actual =
        (value.isPresent() ? number(value) : "unknown")
            + " ("
            + worst.target()
            + ", "
            + worst.load()
            + ")";
    return check(threshold, what, value, actual, "");
  }

  private static boolean isWorse(Metric metric, RunResult run, RunResult than) {
    OptionalDouble value = metric.value(run);
    OptionalDouble other = metric.value(than);
    if (value.isEmpty() || other.isEmpty()) {
      return value.isEmpty() && other.isPresent();
    }
    return !metric.atLeastAsGood(value.getAsDouble(), other.getAsDouble());
  }

  private void compare(Threshold threshold, RunResult run, List<Check> checks) {
    RunResult other = reference(threshold, run);
    if (other == null) {
      return;
    }
    OptionalDouble ratio = ratio(threshold.metric(), run, other);
    String actual =
        ratio.isPresent()
            ? "%s (%s against %s of %s)"
                .formatted(
                    Words.ratio(ratio.getAsDouble()),
                    number(threshold.metric().value(run)),
                    number(threshold.metric().value(other)),
                    other.target())
            : "unknown";
    String than =
        threshold.bestOf() == null
            ? " " + threshold.versus()
            : " best " + BrochureFile.text(threshold.bestOf());
    checks.add(check(threshold, what(threshold, run), ratio, actual, than));
  }

  /** What this run is compared with; null if that did not run. What failed is no yardstick. */
  RunResult reference(Threshold threshold, RunResult run) {
    RunResult best = null;
    for (RunResult other : runs) {
      boolean counts =
          other.load().equals(run.load())
              && other.verdict() == Verdict.PASS
              && (threshold.versus() == null
                  ? other.role() == threshold.bestOf()
                  : other.target().equals(threshold.versus()))
              && threshold.metric().value(other).isPresent();
      if (counts && (best == null || isWorse(threshold.metric(), best, other))) {
        best = other;
      }
    }
    return best;
  }

  /** The run's figure by the other's; empty if one of them is unknown or there is no ratio. */
  static OptionalDouble ratio(Metric metric, RunResult run, RunResult other) {
    OptionalDouble value = metric.value(run);
    OptionalDouble by = metric.value(other);
    return value.isPresent() && by.isPresent() && by.getAsDouble() > 0
        ? OptionalDouble.of(value.getAsDouble() / by.getAsDouble())
        : OptionalDouble.empty();
  }

  private static Check check(
      Threshold threshold, String what, OptionalDouble value, String actual, String than) {
    String sign = threshold.metric().moreIsBetter() ? ">= " : "<= ";
    String limit =
        threshold.isRatio() ? Words.ratio(threshold.limit()) : Words.number(threshold.limit());
    boolean met = value.isPresent() && isMet(threshold, value.getAsDouble());
    return new Check(what, sign + limit + than, actual, met, !threshold.goal());
  }

  static boolean isMet(Threshold threshold, double value) {
    return threshold.metric().atLeastAsGood(value, threshold.limit());
  }

  private static String what(Threshold threshold, RunResult run) {
    return "%s of %s at %s, %s"
        .formatted(threshold.metric().name(), run.target(), run.load(), threshold.metric().unit());
  }

  private static String number(OptionalDouble value) {
    return Words.number(value.getAsDouble());
  }
}
