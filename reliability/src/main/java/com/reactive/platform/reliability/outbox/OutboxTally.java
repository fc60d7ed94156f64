package com.reactive.platform.reliability.outbox;

import com.reactive.platform.reliability.outbox.OutboxGateways.Counts;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** The counts of a run, in the order in which people read them. For one thread. */
final class OutboxTally {
  private final Map<String, Long> counts = new LinkedHashMap<>();
  private OutboxVerdict verdict;
  private long transactions;
  private long committed;
  private long inserted;
  private long unanswered;
  private long largest;

  /**
   * Adds what one writer did.
   *
   * @param marks its transactions that the database has committed
   */
  void add(WriterLog log, BitSet marks) {
    transactions += log.transactions();
    committed += marks.cardinality();
    inserted += log.inserted();
    unanswered += log.unanswered();
    long size = 0;
    int transaction = -1;
    for (WriterLog.Rows rows : log.rowsOf(marks::get)) {
      size = rows.transaction() == transaction ? size : 0;
      transaction = rows.transaction();
      size += rows.to() - rows.from();
      largest = Math.max(largest, size);
    }
  }

  /** The same with the result. */
  OutboxTally with(OutboxVerdict found, Counts gateways) {
    verdict = found;
    counts.put("transactions", transactions);
    counts.put("committed transactions", committed);
    counts.put("commits without an answer", unanswered);
    counts.put("rows of the largest committed one", largest);
    counts.put("committed rows", found.rows());
    counts.put("rows that were rolled back, all or to a savepoint", inserted - found.rows());
    counts.put("records in the topic", found.records());
    for (OutboxFault fault : OutboxFault.values()) {
      counts.put(fault.text(), found.count(fault));
    }
    counts.put("repeats in the topic, by their id", found.repeats());
    counts.put("repeats that were not written, at least", gateways.replayed());
    counts.put("retries after a failure or an unknown outcome, at least", gateways.retries());
    return this;
  }

  OutboxVerdict verdict() {
    return verdict;
  }

  /** By what they count. */
  Map<String, Long> counts() {
    return counts;
  }

  /** One line each. */
  String table() {
    StringBuilder lines = new StringBuilder();
    counts.forEach((what, count) -> lines.append(line(count, what)));
    return lines.toString();
  }

  private static String line(long count, String what) {
    return String.format(Locale.ROOT, "%,14d  %s%n", count, what);
  }
}
