package com.reactive.platform.reliability.chaos;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Outcomes in words. */
final class ChaosText {
  private ChaosText() {}

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

  /** Such as {@code 201: 1,234 504: 5}. */
  static String answers(Map<Integer, Long> answers) {
    return new TreeMap<>(answers)
        .entrySet().stream()
            .map(
                answer ->
                    status(answer.getKey())
                        + ": "
                        + String.format(Locale.ROOT, "%,d", answer.getValue()))
            .collect(Collectors.joining("  "));
  }

  /** The status, or {@code lost} for 0, which stands for connections that were lost. */
  static String status(int status) {
    return status == 0 ? "lost" : Integer.toString(status);
  }

  static String seconds(long millis) {
    return millis < 0 ? "–" : String.format(Locale.ROOT, "%.1f", millis / 1e3);
  }
}
