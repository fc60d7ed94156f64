package com.reactive.platform.reliability.outbox;

import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** An outbox run as a report. */
final class OutboxReport {
  private OutboxReport() {}

  /**
   * Makes it.
   *
   * @param backMillis from each start of what was killed to the next row that was kept, as far as
   *     that was awaited
   * @param problems besides those of the comparison, each a sentence
   * @param machine as it was at the beginning
   */
  static ExperimentReport of(
      OutboxPlan plan,
      OutboxTally tally,
      Map<KillTarget, List<Long>> backMillis,
      List<String> problems,
      long seconds,
      Machine machine) {
    ExperimentReport report =
        new ExperimentReport("Crashes around the outbox", machine)
            .command(plan.command())
            .setup("Seed " + plan.seed() + ".", plan)
            .text("", kills(plan, backMillis) + tally.table())
            .problems(problems)
            .problems(tally.verdict().problems())
            .detail("seconds", seconds)
            .detail("kills", names(plan.counts()))
            .detail("backMillis", names(backMillis))
            .detail("counts", tally.counts());
    return report.closing(
        String.format(
            Locale.ROOT, "%s in %,d s; again: %s", report.verdict(), seconds, plan.command()));
  }

  private static String kills(OutboxPlan plan, Map<KillTarget, List<Long>> backMillis) {
    StringBuilder lines = new StringBuilder();
    plan.counts()
        .forEach(
            (target, count) -> {
              List<Long> back =
                  backMillis.getOrDefault(target, List.of()).stream().sorted().toList();
              String spread =
                  back.isEmpty()
                      ? ""
                      : String.format(
                          Locale.ROOT,
                          ", the next row after %,d ms (half of them), %,d ms at most",
                          back.get(back.size() / 2),
                          back.get(back.size() - 1));
              lines.append(
                  String.format(Locale.ROOT, "%,14d  x %s%s%n", count, target.text(), spread));
            });
    return lines.toString();
  }

  private static <T> Map<String, T> names(Map<KillTarget, T> by) {
    Map<String, T> named = new TreeMap<>();
    by.forEach((target, value) -> named.put(target.text(), value));
    return named;
  }
}
