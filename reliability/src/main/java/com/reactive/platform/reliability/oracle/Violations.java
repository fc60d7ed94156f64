package com.reactive.platform.reliability.oracle;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Counts, and of each fault the first examples. For one thread. */
final class Violations {
  private static final int EXAMPLES = 5;

  private final Map<OracleCount, Long> counts = new EnumMap<>(OracleCount.class);
  private final Map<OracleCount, List<String>> examples = new EnumMap<>(OracleCount.class);
  private final List<String> problems = new ArrayList<>();

  void add(OracleCount what) {
    add(what, 1);
  }

  void add(OracleCount what, long count) {
    counts.merge(what, count, Long::sum);
  }

  /** Counts it, and keeps the example if it is among the first. */
  void add(OracleCount what, String example) {
    add(what);
    List<String> kept = examples.computeIfAbsent(what, none -> new ArrayList<>());
    if (kept.size() < EXAMPLES) {
      kept.add(example);
    }
  }

  long count(OracleCount what) {
    return counts.getOrDefault(what, 0L);
  }

  /** Something else is wrong. */
  void problem(String sentence) {
    problems.add(sentence);
  }

  OracleVerdict verdict() {
    List<String> all = new ArrayList<>(problems);
    for (OracleCount what : OracleCount.values()) {
      if (what.isFault() && count(what) > 0) {
        all.add(
            String.format(Locale.ROOT, "%,d %s: ", count(what), what.text())
                + String.join("; ", examples.getOrDefault(what, List.of())));
      }
    }
    return new OracleVerdict(counts, all);
  }
}
