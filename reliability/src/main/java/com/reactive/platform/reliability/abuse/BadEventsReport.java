package com.reactive.platform.reliability.abuse;

import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Figure;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** The iterations of {@link BadEvents} as a report. */
final class BadEventsReport {
  private static final List<String> COLUMNS =
      List.of("bad events", "good events/s", "p50, ms", "p99, ms", "failed", "422", "quarantined");

  private static final double MIN_RATE = 0.9;
  private static final double MICROS_PER_MILLI = 1e3;

  private BadEventsReport() {}

  /**
   * @param records that the quarantine has
   */
  static ExperimentReport of(
      BadEventsPlan plan, Machine machine, List<BadEventsIteration> all, long records) {
    long quarantined = all.stream().mapToLong(BadEventsIteration::quarantined).sum();
    List<String> problems = new ArrayList<>();
    all.stream().filter(each -> !each.sound()).map(BadEventsReport::problem).forEach(problems::add);
    if (records != quarantined) {
      problems.add(
          "%d events were answered as quarantined, and there are %d"
              .formatted(quarantined, records));
    }
    return new ExperimentReport("Bad events", machine)
        .setup(
            "%d bad events per second beside %d healthy connections"
                .formatted(plan.badPerSecond(), plan.connections()),
            plan)
        .table("", new TextTable(COLUMNS, 1, all.stream().map(BadEventsReport::row).toList()), "")
        .figures(
            List.of(
                Figure.of(
                        "",
                        "rate of good events, flood quarantined / refused",
                        rate(all, "kept", "refused"))
                    .atLeast(MIN_RATE),
                Figure.of(
                    "", "rate of good events, flood quarantined / none", rate(all, "kept", "")),
                Figure.of(
                    "",
                    "p99 of good events, flood quarantined / refused",
                    p99(all, "kept", "refused")),
                Figure.of(
                    "",
                    "bad events, flood quarantined / refused",
                    ratio(all, BadEvents.KEPT, "refused", BadEventsIteration::answered)),
                Figure.of("", "bad events in the quarantine", (double) records)))
        .problems(problems);
  }

  private static List<String> row(BadEventsIteration each) {
    return List.of(
        each.name(),
        String.format(Locale.ROOT, "%.0f", each.result().rates().sustained()),
        String.format(Locale.ROOT, "%.2f", each.result().latency().p50() / MICROS_PER_MILLI),
        String.format(Locale.ROOT, "%.2f", each.result().latency().p99() / MICROS_PER_MILLI),
        Long.toString(each.failed()),
        Long.toString(each.answered()),
        Long.toString(each.quarantined()));
  }

  private static String problem(BadEventsIteration each) {
    return "%s: %d requests of the healthy load failed; of the bad events %d got no 422, %d did, %d of them quarantined; %s"
        .formatted(
            each.name(),
            each.failed(),
            each.unexpected(),
            each.answered(),
            each.quarantined(),
            String.join("; ", each.result().reasons()));
  }

  private static double rate(List<BadEventsIteration> all, String stream, String other) {
    return ratio(all, stream, other, each -> each.result().rates().sustained());
  }

  private static double p99(List<BadEventsIteration> all, String stream, String other) {
    return ratio(all, stream, other, each -> each.result().latency().p99());
  }

  /** The median of the turns' ratios. */
  private static double ratio(
      List<BadEventsIteration> all,
      String stream,
      String other,
      ToDoubleFunction<BadEventsIteration> figure) {
    List<Double> of = values(all, stream, figure);
    List<Double> by = values(all, other, figure);
    List<Double> ratios = new ArrayList<>();
    for (int turn = 0; turn < of.size(); turn++) {
      ratios.add(of.get(turn) / by.get(turn));
    }
    return Figure.ofRounds("", ratios).value();
  }

  private static List<Double> values(
      List<BadEventsIteration> all, String stream, ToDoubleFunction<BadEventsIteration> figure) {
    return all.stream()
        .filter(each -> each.stream().equals(stream))
        .map(figure::applyAsDouble)
        .toList();
  }
}
