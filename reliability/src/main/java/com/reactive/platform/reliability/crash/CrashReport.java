package com.reactive.platform.reliability.crash;

import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A {@link CrashResult} as a report. */
final class CrashReport {
  private final CrashResult result;

  private CrashReport(CrashResult result) {
    this.result = result;
  }

  /**
   * @param machine as it was at the beginning
   */
  static ExperimentReport of(CrashResult result, Machine machine) {
    CrashReport crash = new CrashReport(result);
    CrashPlan plan = result.plan();
    ExperimentReport report =
        new ExperimentReport("Crashes of the gateway", machine)
            .command(plan.command())
            .setup("Seed " + plan.seed() + ".", plan)
            .text("", crash.trials() + result.answers().table())
            .problems(result.problems())
            .problems(result.answers().problems())
            .detail("seconds", result.seconds())
            .detail("trials", crash.trialsForScripts())
            .detail("backMillis", result.backMillis())
            .detail("answers", result.answers().toJson());
    return report.closing(
        String.format(
            Locale.ROOT,
            "%s in %,d s; again: %s",
            report.verdict(),
            result.seconds(),
            plan.command()));
  }

  private String trials() {
    StringBuilder lines = new StringBuilder();
    for (CrashKind kind : CrashKind.values()) {
      long[] exits = exits(kind);
      if (exits.length > 0) {
        lines.append(
            String.format(
                Locale.ROOT,
                "%,14d  x %s%s%n",
                exits.length,
                kind.text(),
                kind == CrashKind.PAUSE ? "" : ", ended after " + spread(exits)));
      }
    }
    long[] backs = result.backMillis().stream().mapToLong(Long::longValue).sorted().toArray();
    lines.append(String.format(Locale.ROOT, "%14s  first 201 again after %s%n", "", spread(backs)));
    return lines.toString();
  }

  private long[] exits(CrashKind kind) {
    return result.trials().stream()
        .filter(trial -> trial.kind() == kind)
        .mapToLong(TrialResult::exitMillis)
        .sorted()
        .toArray();
  }

  private static String spread(long[] sorted) {
    return sorted.length == 0
        ? "-"
        : String.format(
            Locale.ROOT,
            "%,d ms (half of them), %,d ms at most",
            sorted[sorted.length / 2],
            sorted[sorted.length - 1]);
  }

  private record Exits(int count, long exitMillisMedian, long exitMillisMax) {}

  private Map<String, Exits> trialsForScripts() {
    Map<String, Exits> trials = new TreeMap<>();
    for (CrashKind kind : CrashKind.values()) {
      long[] exits = exits(kind);
      int count = exits.length;
      trials.put(
          kind.name().toLowerCase(Locale.ROOT),
          count == 0 ? new Exits(0, 0, 0) : new Exits(count, exits[count / 2], exits[count - 1]));
    }
    return trials;
  }
}
