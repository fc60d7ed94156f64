package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RoundRatios;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Applies the thresholds of a brochure to its runs. A threshold on one target gives a check for
 * each load; a threshold on all of them gives one check, which names the worst run. What a plan
 * left out is not checked, nor is a goal whose percentile is of too few outcomes.
 */
final class ThresholdEvaluator {
  private static final Metric P99 = Metric.named("p99").orElseThrow();

  private final List<RunResult> runs;

  ThresholdEvaluator(List<RunResult> runs) {
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
        of.stream()
            .filter(run -> !threshold.goal() || !hasTooFew(threshold.metric(), run))
            .forEach(run -> checks.add(ofOne(threshold, run)));
      }
    }
    return checks;
  }

  private static boolean concerns(Threshold threshold, RunResult run) {
    return (threshold.target() == null || threshold.target().equals(run.target()))
        && threshold.concernsLoad(run.load());
  }

  private static Check ofOne(Threshold threshold, RunResult run) {
    OptionalDouble value = threshold.metric().value(run);
    return check(threshold, what(threshold, run), value, shown(threshold, value), "");
  }

  private static Check ofAll(Threshold threshold, List<RunResult> of) {
    RunResult worst = of.get(0);
    for (RunResult run : of) {
      worst = isWorse(threshold.metric(), run, worst) ? run : worst;
    }
    OptionalDouble value = threshold.metric().value(worst);
    String what = "%s of all, %s".formatted(threshold.metric().name(), threshold.metric().unit());
    String actual = shown(threshold, value) + " (" + worst.target() + ", " + worst.load() + ")";
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
    if (isUnjudged(threshold, run)) {
      return;
    }
    RunResult other = reference(threshold, run);
    OptionalDouble ratio =
        other == null ? OptionalDouble.empty() : ratio(threshold.metric(), run, other);
    String than =
        threshold.versusLoad() != null
            ? " " + threshold.versusLoad()
            : threshold.bestOf() == null
                ? " " + threshold.versus()
                : " best " + threshold.bestOf().text() + inTime(threshold, run);
    checks.add(
        check(threshold, what(threshold, run), ratio, actual(threshold, run, other, ratio), than));
  }

  private static String inTime(Threshold threshold, RunResult run) {
    double micros = threshold.referenceP99Micros();
    boolean any = micros == Threshold.ANY_P99 || run.loadKind() == LoadKind.CLOSED;
    return any ? "" : " with p99 within " + Format.micros(micros);
  }

  private String actual(Threshold threshold, RunResult run, RunResult other, OptionalDouble ratio) {
    if (ratio.isPresent()) {
      return "%s (%s against %s of %s)"
          .formatted(
              Format.ratio(ratio.getAsDouble(), threshold.limit()),
              number(threshold.metric().value(run)),
              number(threshold.metric().value(other)),
              threshold.versusLoad() == null ? other.target() : other.load());
    }
    boolean failed = candidates(threshold, run).stream().allMatch(c -> c.verdict() == Verdict.FAIL);
    return failed ? "unknown, since what it is compared with failed" : "unknown";
  }

  /**
   * Returns whether there is nothing to compare a run with: the plan left it out, or a percentile
   * is of too few outcomes. A run that failed is not excused by that.
   */
  boolean isUnjudged(Threshold threshold, RunResult run) {
    List<RunResult> others = candidates(threshold, run);
    return others.isEmpty()
        || hasTooFew(threshold.metric(), run)
        || (reference(threshold, run) == null
            && others.stream().anyMatch(other -> hasTooFew(threshold.metric(), other)));
  }

  private static boolean hasTooFew(Metric metric, RunResult run) {
    return run.verdict() == Verdict.PASS && metric.hasTooFewOutcomes(run);
  }

  /** All that this run may be compared with. */
  private List<RunResult> candidates(Threshold threshold, RunResult run) {
    if (threshold.versusLoad() != null) {
      return runs.stream()
          .filter(other -> other.target().equals(run.target()))
          .filter(other -> other.load().equals(threshold.versusLoad()))
          .toList();
    }
    return runs.stream()
        .filter(other -> other.load().equals(run.load()))
        .filter(
            other ->
                threshold.versus() == null
                    ? other.role() == threshold.bestOf()
                    : other.target().equals(threshold.versus()))
        .toList();
  }

  /**
   * The run that this one is compared with; null if there is none. A run that failed is no
   * reference.
   */
  RunResult reference(Threshold threshold, RunResult run) {
    RunResult best = null;
    for (RunResult other : candidates(threshold, run)) {
      boolean counts =
          other.verdict() == Verdict.PASS
              && threshold.metric().value(other).isPresent()
              && isInTime(threshold, other);
      if (counts && (best == null || isWorse(threshold.metric(), best, other))) {
        best = other;
      }
    }
    return best;
  }

  /** Of few outcomes a p99 says nothing; in a closed loop it follows from the clients' number. */
  private static boolean isInTime(Threshold threshold, RunResult other) {
    return other.loadKind() == LoadKind.CLOSED
        || P99.hasTooFewOutcomes(other)
        || other.latency().p99() <= threshold.referenceP99Micros();
  }

  /**
   * The run's figure by the other's, see {@link RoundRatios}; empty if one of them is unknown or
   * there is no ratio.
   */
  static OptionalDouble ratio(Metric metric, RunResult run, RunResult other) {
    return RoundRatios.median(
        run,
        other,
        (one, by) -> {
          OptionalDouble value = metric.value(one);
          OptionalDouble divisor = metric.value(by);
          return value.isPresent() && divisor.isPresent() && divisor.getAsDouble() > 0
              ? value.getAsDouble() / divisor.getAsDouble()
              : Double.NaN;
        });
  }

  private static Check check(
      Threshold threshold, String what, OptionalDouble value, String actual, String than) {
    String sign = threshold.metric().moreIsBetter() ? ">= " : "<= ";
    String limit =
        threshold.isRatio() ? Format.ratio(threshold.limit()) : Format.digits(threshold.limit());
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

  private static String shown(Threshold threshold, OptionalDouble value) {
    return value.isPresent() ? Format.digits(value.getAsDouble(), threshold.limit()) : "unknown";
  }

  private static String number(OptionalDouble value) {
    return Format.digits(value.getAsDouble());
  }
}
