package com.reactive.platform.reliability.crash;

import com.reactive.platform.reliability.oracle.OracleVerdict;
import java.util.List;

/**
 * Result of all trials.
 *
 * @param plan that was followed
 * @param trials that were completed
 * @param backMillis from each start of the process but the first, or end of a pause, to the next
 *     201, as far as that was awaited
 * @param answers by the check
 * @param problems besides those of the check, each a sentence
 * @param seconds all of it took
 */
record CrashResult(
    CrashPlan plan,
    List<TrialResult> trials,
    List<Long> backMillis,
    OracleVerdict answers,
    List<String> problems,
    long seconds) {
  /** Copies the lists. */
  public CrashResult {
    trials = List.copyOf(trials);
    backMillis = List.copyOf(backMillis);
    problems = List.copyOf(problems);
  }
}
