package com.reactive.platform.reliability.outbox;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Result of a comparison.
 *
 * @param rows that were committed
 * @param records in the topic
 * @param repeats records with the id of an earlier one
 * @param counts of the faults; kinds without any are missing
 * @param examples the first ones of each kind
 */
record OutboxVerdict(
    long rows,
    long records,
    long repeats,
    Map<OutboxFault, Long> counts,
    Map<OutboxFault, List<String>> examples) {
  OutboxVerdict {
    counts = Map.copyOf(counts);
    examples = Map.copyOf(examples);
  }

  long count(OutboxFault fault) {
    return counts.getOrDefault(fault, 0L);
  }

  /** Each a sentence with examples; none if all is well. */
  List<String> problems() {
    return Arrays.stream(OutboxFault.values())
        .filter(fault -> count(fault) > 0)
        .map(
            fault ->
                String.format(
                    Locale.ROOT,
                    "%,d %s: %s",
                    count(fault),
                    fault.text(),
                    String.join("; ", examples.get(fault))))
        .toList();
  }
}
