package com.reactive.platform.reliability.chaos;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.reactive.platform.testbed.ExperimentReport;
import com.reactive.platform.testbed.Machine;
import com.reactive.platform.testbed.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A {@link ChaosResult} as a report. */
public final class ChaosReport {
  private static final List<String> EACH =
      List.of("at s", "fault", "target", "held s", "no 201 s", "again s", "in sync s", "answers");

  private static final String EACH_NOTE =
      "no 201: longest time without one, from injection to recovery; again: from healing to the first"
          + " 201; in sync: until all replicas were. Faults overlap and share their effects.";

  private static final List<String> KINDS =
      List.of("fault", "times", "201 again, median s", "most s", "longest without 201 s");

  private final ChaosResult result;
  private final List<FaultOutcome> made;

  private ChaosReport(ChaosResult result) {
    this.result = result;
    this.made = result.faults().stream().filter(FaultOutcome::made).toList();
  }

  /**
   * The report of a run.
   *
   * @param command that makes the same faults again
   * @param machine as it was at the beginning
   */
  public static ExperimentReport of(
      ChaosResult result, long seed, String command, Machine machine) {
    ChaosReport chaos = new ChaosReport(result);
    ExperimentReport report =
        new ExperimentReport("Chaos run", machine)
            .command(command)
            .table("Faults", chaos.each(), EACH_NOTE)
            .table("Kinds of faults", chaos.kinds(), "")
            .text("Responses and what was found of their events", chaos.answersAndFindings())
            .problems(result.problems())
            .detail("seed", seed)
            .detail("seconds", result.millis() / 1e3)
            .detail("answers", answersForScripts(result.answers()))
            .detail("events", result.main().toJson())
            .detail("eventsOfDeletedTopic", result.doomed().toJson())
            .detail("faults", chaos.faultsForScripts());
    return report.closing(
        "%s: %d faults in %s s, seed %d"
            .formatted(
                report.verdict(), chaos.made.size(), ChaosText.seconds(result.millis()), seed));
  }

  private TextTable each() {
    return new TextTable(
        EACH,
        3,
        made.stream()
            .map(
                outcome ->
                    List.of(
                        ChaosText.seconds(outcome.atMillis()),
                        outcome.name(),
                        outcome.hit(),
                        ChaosText.seconds(outcome.heldMillis()),
                        ChaosText.seconds(outcome.stallMillis()),
                        ChaosText.seconds(outcome.againMillis()),
                        ChaosText.seconds(outcome.wholeMillis()),
                        ChaosText.answers(outcome.answers())))
            .toList());
  }

  /** A row for each kind of fault. */
  private TextTable kinds() {
    Map<String, List<FaultOutcome>> kinds =
        made.stream()
            .collect(
                Collectors.groupingBy(FaultOutcome::name, LinkedHashMap::new, Collectors.toList()));
    List<List<String>> rows = new ArrayList<>();
    kinds.forEach((name, outcomes) -> rows.add(row(name, outcomes)));
    return new TextTable(KINDS, 1, rows);
  }

  private static List<String> row(String name, List<FaultOutcome> outcomes) {
    long[] again = outcomes.stream().mapToLong(FaultOutcome::againMillis).sorted().toArray();
    long stall = outcomes.stream().mapToLong(FaultOutcome::stallMillis).max().orElse(0);
    return List.of(
        name,
        Integer.toString(outcomes.size()),
        ChaosText.seconds(again[again.length / 2]),
        ChaosText.seconds(again[again.length - 1]),
        ChaosText.seconds(stall));
  }

  private String answersAndFindings() {
    StringBuilder text = new StringBuilder();
    Map<String, String> skipped = new TreeMap<>();
    result.faults().stream()
        .filter(outcome -> !outcome.made())
        .forEach(outcome -> skipped.put(outcome.name(), outcome.skipped()));
    skipped.forEach((name, why) -> text.append("skipped %s: %s%n".formatted(name, why)));
    text.append("answers  ").append(ChaosText.answers(result.answers())).append("\n\n");
    text.append(result.main().table()).append("\nthe topic that may be deleted\n");
    return text.append(result.doomed().table()).toString();
  }

  private ArrayNode faultsForScripts() {
    ArrayNode faults = JsonNodeFactory.instance.arrayNode();
    for (FaultOutcome outcome : result.faults()) {
      ObjectNode json = faults.addObject();
      json.put("name", outcome.name());
      json.put("seed", outcome.planned().seed());
      if (!outcome.made()) {
        json.put("skipped", outcome.skipped());
        continue;
      }
      json.put("hit", outcome.hit());
      json.put("atMillis", outcome.atMillis());
      json.put("heldMillis", outcome.heldMillis());
      json.put("longestWithoutAckMillis", outcome.stallMillis());
      json.put("firstAckAfterMillis", outcome.againMillis());
      json.put("inSyncAfterMillis", outcome.wholeMillis());
      json.set("answers", answersForScripts(outcome.answers()));
      if (!outcome.problem().isEmpty()) {
        json.put("problem", outcome.problem());
      }
    }
    return faults;
  }

  private static ObjectNode answersForScripts(Map<Integer, Long> answers) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    new TreeMap<>(answers).forEach((status, count) -> json.put(ChaosText.status(status), count));
    return json;
  }
}
