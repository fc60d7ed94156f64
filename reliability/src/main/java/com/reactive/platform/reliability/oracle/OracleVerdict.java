package com.reactive.platform.reliability.oracle;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Result of a check.
 *
 * @param counts of all that was counted; what is missing is 0
 * @param problems each a sentence; the contract held, and was shown to hold, if there is none
 */
public record OracleVerdict(Map<OracleCount, Long> counts, List<String> problems) {
  /** Copies them. */
  public OracleVerdict {
    EnumMap<OracleCount, Long> copy = new EnumMap<>(OracleCount.class);
    copy.putAll(counts);
    counts = Collections.unmodifiableMap(copy);
    problems = List.copyOf(problems);
  }

  public boolean passed() {
    return problems.isEmpty();
  }

  public long count(OracleCount what) {
    return counts.getOrDefault(what, 0L);
  }

  /** For people: a line for each count that is not 0, faults in any case, then what is wrong. */
  public String table() {
    StringBuilder table = new StringBuilder();
    for (OracleCount what : OracleCount.values()) {
      if (count(what) > 0 || isAlwaysShown(what)) {
        table.append(String.format(Locale.ROOT, "%,14d  %s%n", count(what), what.text()));
      }
    }
    if (count(OracleCount.RETRIED) > 0) {
      double late = (double) count(OracleCount.RETRIED_LATE) / count(OracleCount.RETRIED);
      table.append(
          String.format(
              Locale.ROOT,
              "%13.2f %% of events sent again final within 1 s of healing%n",
              100 - 100 * late));
    }
    problems.forEach(problem -> table.append("  ✗ ").append(problem).append('\n'));
    table.append(passed() ? "VERIFIED: YES\n" : "VERIFIED: NO ✗\n");
    return table.toString();
  }

  private static boolean isAlwaysShown(OracleCount what) {
    return what == OracleCount.LOST
        || what == OracleCount.MISPLACED
        || what == OracleCount.DUPLICATED
        || what == OracleCount.NOT_WRITTEN_FOUND
        || what == OracleCount.PHANTOM;
  }

  /** The same for programs. */
  public ObjectNode toJson() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("passed", passed());
    ObjectNode all = json.putObject("counts");
    for (OracleCount what : OracleCount.values()) {
      all.put(what.key(), count(what));
    }
    problems.forEach(json.putArray("problems")::add);
    return json;
  }
}
