package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.oracle.TimeWindow;
import java.util.Map;

/**
 * Outcome of an injected fault.
 *
 * @param hit what it chose
 * @param atMillis when it was made, after the begin of the run
 * @param heldMillis until it was healed
 * @param stallMillis the longest time without a 201 meanwhile
 * @param againMillis from its healing to the first 201 after; -1 if there was none
 * @param wholeMillis from its healing until all replicas were in sync; -1 if that was not waited
 *     for
 * @param answers by status, from its making to its recovery; other faults may have had their part
 * @param window of the wall clock, in which it was made and healed
 * @param problem what was not as it must be, in a sentence; empty if nothing
 * @param skipped why it was not made; empty if it was
 */
public record FaultOutcome(
    FaultSchedule.Planned planned,
    String hit,
    long atMillis,
    long heldMillis,
    long stallMillis,
    long againMillis,
    long wholeMillis,
    Map<Integer, Long> answers,
    TimeWindow window,
    String problem,
    String skipped) {

  static FaultOutcome skipped(FaultSchedule.Planned planned, String why) {
    return new FaultOutcome(planned, "", -1, 0, 0, 0, -1, Map.of(), new TimeWindow(0, 0), "", why);
  }

  boolean made() {
    return skipped.isEmpty();
  }

  String name() {
    return planned.fault().name();
  }
}
