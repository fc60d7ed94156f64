package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import java.util.function.ToLongFunction;

/** The verdict on a brochure in words. */
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

  String counts() {
    return "lost "
        + sum(Verification::lost)
        + ", duplicated "
        + sum(Verification::duplicated)
        + ", phantom "
        + sum(Verification::phantom);
  }

  /** Messages that were found in Kafka. */
  String found() {
    return sum(Verification::found);
  }

  boolean isKafkaUsed() {
    return !inKafka.isEmpty();
  }

  /** PASS, or FAIL and why. */
  String verdict() {
    if (passed()) {
      return "PASS";
    }
    return result.reasons().isEmpty() ? "FAIL" : "FAIL: " + String.join("; ", result.reasons());
  }

  private String sum(ToLongFunction<Verification> count) {
    return Format.whole(inKafka.stream().mapToLong(count).sum());
  }
}
