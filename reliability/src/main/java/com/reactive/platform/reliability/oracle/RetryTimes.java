package com.reactive.platform.reliability.oracle;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts how soon after faults the events that were sent again had their final outcome: in time if
 * a fault was still in force, or within a second of the last healing since their first outcome that
 * was not final. For one thread.
 */
final class RetryTimes {
  private static final long IN_TIME_MILLIS = 1_000;

  private final List<TimeWindow> faults;
  private final Violations findings;

  /** When the first outcome came that was not final, of events that have no final one. */
  private final Map<OracleEvent, Long> openMillis = new HashMap<>();

  /**
   * @param faults from injection to healing
   */
  RetryTimes(List<TimeWindow> faults, Violations findings) {
    this.faults = faults;
    this.findings = findings;
  }

  /** An attempt had an outcome, at that time of the wall clock. */
  void outcome(OracleEvent event, boolean isFinal, long millis) {
    if (!isFinal) {
      openMillis.putIfAbsent(event, millis);
      return;
    }
    Long first = openMillis.remove(event);
    if (first != null) {
      findings.add(OracleCount.RETRIED);
      if (!isInTime(first, millis)) {
        findings.add(OracleCount.RETRIED_LATE);
      }
    }
  }

  private boolean isInTime(long firstMillis, long finalMillis) {
    long since = firstMillis;
    for (TimeWindow fault : faults) {
      if (fault.contains(finalMillis)) {
        return true;
      }
      if (fault.toMillis() < finalMillis) {
        since = Math.max(since, fault.toMillis());
      }
    }
    return finalMillis - since <= IN_TIME_MILLIS;
  }

  /** All journals are read: what is still open never ended. */
  void end() {
    openMillis.keySet().forEach(event -> findings.add(OracleCount.UNFINISHED, event.id()));
  }
}
