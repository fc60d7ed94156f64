package com.reactive.platform.reliability.abuse;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.reliability.overload.StatusSample;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Figure;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.TextTable;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The iterations of {@link SlowClients} as a report. */
final class SlowClientsReport {
  private static final List<String> COLUMNS =
      List.of("", "events/s", "p50, ms", "p99, ms", "failed", "cut off", "turned away", "503");

  private static final double MAX_RATIO = 2;
  private static final int MOMENTS = 20;
  private static final double MICROS_PER_MILLI = 1e3;

  private SlowClientsReport() {}

  /**
   * @param unanswered how often the admin port did not answer
   */
  static ExperimentReport of(
      SlowClientsPlan plan, Machine machine, List<SlowClientsIteration> all, int unanswered) {
    List<SlowClientsIteration> flooded =
        all.stream().filter(SlowClientsIteration::flooded).toList();
    int answered = flooded.stream().mapToInt(each -> each.seen().size()).sum();
    long overloaded = flooded.stream().mapToLong(SlowClientsIteration::overloaded).sum();
    return new ExperimentReport("Slow clients", machine)
        .setup(
            "%d slow and %d idle clients and %d unfinished bodies, and %d healthy connections"
                .formatted(plan.slow(), plan.idle(), plan.unfinished(), plan.connections()),
            plan)
        .table("", new TextTable(COLUMNS, 1, all.stream().map(SlowClientsReport::row).toList()), "")
        .text(
            "RSS with them, MB",
            flooded.stream().map(each -> memory(each.seen())).collect(Collectors.joining("\n")))
        .figures(
            List.of(
                Figure.of("", "p99 with them / without", ratio(all)).atMost(MAX_RATIO),
                Figure.of("", "unfinished bodies answered 503", (double) overloaded),
                Figure.of("", "admin port: answered in the crowd", answered),
                Figure.of("", "admin port: not answered in two seconds", unanswered)))
        .problems(
            all.stream().filter(each -> !each.sound()).map(SlowClientsReport::problem).toList());
  }

  private static List<String> row(SlowClientsIteration each) {
    RunResult.Latency latency = each.result().latency();
    return List.of(
        each.name(),
        String.format(Locale.ROOT, "%.0f", each.result().rates().sustained()),
        String.format(Locale.ROOT, "%.2f", latency.p50() / MICROS_PER_MILLI),
        String.format(Locale.ROOT, "%.2f", latency.p99() / MICROS_PER_MILLI),
        Long.toString(each.failed()),
        Long.toString(each.cutOff()),
        Long.toString(each.turnedAway()),
        Long.toString(each.overloaded()));
  }

  private static String problem(SlowClientsIteration each) {
    return "%s: %d requests of the healthy load failed; %s"
        .formatted(each.name(), each.failed(), String.join("; ", each.result().reasons()));
  }

  /** Resident memory over time, at a few moments. */
  private static String memory(List<StatusSample> seen) {
    int step = Math.max(1, (seen.size() + MOMENTS - 1) / MOMENTS);
    return IntStream.range(0, seen.size())
        .filter(i -> i % step == 0 || i == seen.size() - 1)
        .mapToObj(i -> String.format(Locale.ROOT, "%.0f", seen.get(i).rssMegabytes()))
        .collect(Collectors.joining(" "));
  }

  /** The healthy load's p99 with the others by that without: medians of the iterations. */
  private static double ratio(List<SlowClientsIteration> all) {
    return medianP99(all, true) / medianP99(all, false);
  }

  private static double medianP99(List<SlowClientsIteration> all, boolean flooded) {
    return Figure.ofRounds(
            "",
            all.stream()
                .filter(each -> each.flooded() == flooded)
                .map(each -> each.result().latency().p99())
                .toList())
        .value();
  }
}
