package com.reactive.platform.reliability.chaos;

import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Outcomes in words and tables. */
final class ChaosTables {
  private static final List<String> COLUMNS =
      List.of(
          "at s", "fault", "what was hit", "held s", "no 201 s", "again s", "in sync s", "answers");

  private ChaosTables() {}

  /** While it runs. */
  static String line(FaultOutcome outcome) {
    String end =
        outcome.problem().isEmpty()
            ? "201 again " + seconds(outcome.againMillis()) + " s after its healing"
            : "PROBLEM: " + outcome.problem();
    return seconds(outcome.atMillis())
        + " s  "
        + outcome.name()
        + (outcome.hit().isEmpty() ? "" : " (" + outcome.hit() + ")")
        + ", "
        + seconds(outcome.heldMillis())
        + " s: "
        + end;
  }

  /** All faults that were made, one by one. */
  static Table each(List<FaultOutcome> outcomes) {
    List<List<String>> rows = new ArrayList<>();
    for (FaultOutcome outcome : outcomes) {
      if (outcome.made()) {
        rows.add(
            List.of(
                seconds(outcome.atMillis()),
                outcome.name(),
                outcome.hit(),
                seconds(outcome.heldMillis()),
                seconds(outcome.stallMillis()),
                seconds(outcome.againMillis()),
                seconds(outcome.wholeMillis()),
                answers(outcome.answers())));
      }
    }
    return new Table(
        "Faults",
        COLUMNS,
        rows,
        "no 201: the longest time without one, from its begin to its recovery; again: from its healing"
            + " to the first 201 after; in sync: until all replicas were. Faults overlap, and share"
            + " what is seen.");
  }

  /** A row for each kind of fault. */
  static Table kinds(List<FaultOutcome> outcomes) {
    Map<String, List<FaultOutcome>> kinds = new LinkedHashMap<>();
    outcomes.stream()
        .filter(FaultOutcome::made)
        .forEach(
            outcome ->
                kinds.computeIfAbsent(outcome.name(), none -> new ArrayList<>()).add(outcome));
    List<List<String>> rows = new ArrayList<>();
    kinds.forEach(
        (name, made) -> {
          long[] again = made.stream().mapToLong(FaultOutcome::againMillis).sorted().toArray();
          long stall = made.stream().mapToLong(FaultOutcome::stallMillis).max().orElse(0);
          rows.add(
              List.of(
                  name,
                  Integer.toString(made.size()),
                  seconds(again[again.length / 2]),
                  seconds(again[again.length - 1]),
                  seconds(stall)));
        });
    return new Table(
        "Kinds of faults",
        List.of("fault", "times", "201 again, median s", "most s", "longest without 201 s"),
        rows,
        "");
  }

  /** Such as {@code 201: 1,234 504: 5}. */
  static String answers(Map<Integer, Long> answers) {
    return new TreeMap<>(answers)
        .entrySet().stream()
            .map(
                answer ->
                    (answer.getKey() == 0 ? "lost" : answer.getKey())
                        + ": "
                        + String.format(Locale.ROOT, "%,d", answer.getValue()))
            .collect(Collectors.joining("  "));
  }

  static String seconds(long millis) {
    return millis < 0 ? "–" : String.format(Locale.ROOT, "%.1f", millis / 1e3);
  }
}
