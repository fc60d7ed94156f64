package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The verdict on a brochure in words. Three things must not be taken for each other: whether all
 * that was acknowledged was found in Kafka, whether the thresholds were kept, and how many of the
 * goals were reached.
 */
final class Verdicts {
  private final BrochureResult result;
  private final List<Verification> inKafka;

  Verdicts(BrochureResult result) {
    this.result = result;
    this.inKafka =
        result.runs().stream()
            .map(RunResult::verification)
            .filter(Verification::applicable)
            .toList();
  }

  /** Of a quick run beside a full one, in a line. */
  static String ofQuick(BrochureResult quick) {
    return "Quick run of " + Format.when(quick.startedAt()) + ": " + new Verdicts(quick).verdict();
  }

  boolean passed() {
    return result.verdict() == Verdict.PASS;
  }

  /** Title of a report; says so if the run failed. */
  String title() {
    return (passed() ? "" : "FAIL: ") + result.title();
  }

  /** {@code YES}, {@code NO} or why there is nothing to verify; then the three counts. */
  String verified(String yes, String no) {
    if (inKafka.isEmpty()) {
      return result.runs().isEmpty()
          ? "VERIFIED: " + no + " (nothing ran)"
          : "VERIFIED: nothing to verify (no run writes to Kafka)";
    }
    boolean all = inKafka.stream().allMatch(Verification::verified);
    return "VERIFIED: " + (all ? yes : no) + " (" + counts() + ")";
  }

  private String counts() {
    return "lost "
        + sum(Verification::lost)
        + ", duplicated "
        + sum(Verification::duplicated)
        + ", phantom "
        + sum(Verification::phantom);
  }

  /**
   * Says in a word or two whether all was found in Kafka, and if a run failed for another reason.
   */
  String verifiedShort() {
    String failed =
        result.runs().isEmpty() || result.runs().stream().anyMatch(Verdicts::failedVerified)
            ? ", FAILED"
            : "";
    if (inKafka.isEmpty()) {
      return (result.runs().isEmpty() ? "nothing ran" : "no Kafka") + failed;
    }
    return (inKafka.stream().allMatch(Verification::verified) ? "YES" : "NO") + failed;
  }

  private static boolean failedVerified(RunResult run) {
    boolean unverified = run.verification().applicable() && !run.verification().verified();
    return run.verdict() == Verdict.FAIL && !unverified;
  }

  /** The number of thresholds that were met, of all; empty if there are none. */
  String thresholds() {
    return met(true);
  }

  /**
   * The number of goals that were met, of all; missing one fails nothing. Empty if there are none.
   */
  String goals() {
    return met(false);
  }

  private String met(boolean binding) {
    List<Check> checks =
        result.checks().stream().filter(check -> check.binding() == binding).toList();
    return checks.isEmpty()
        ? ""
        : checks.stream().filter(Check::met).count() + " of " + checks.size();
  }

  /** Thresholds and goals in a line; empty if there are none. */
  String checks() {
    return Format.joined(
        thresholds().isEmpty() ? "" : "thresholds: " + thresholds() + " met",
        goals().isEmpty() ? "" : "goals: " + goals() + " met");
  }

  /** PASS and what came of thresholds and goals, or FAIL and why. */
  String verdict() {
    if (passed()) {
      return Format.joined("PASS", checks());
    }
    return result.reasons().isEmpty() ? "FAIL" : "FAIL: " + String.join("; ", result.reasons());
  }

  private String sum(ToLongFunction<Verification> count) {
    return Format.whole(inKafka.stream().mapToLong(count).sum());
  }
}
