package com.reactive.platform.reliability.chaos;

import com.reactive.platform.reliability.oracle.OracleVerdict;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Result of a chaos run.
 *
 * @param faults in the order in which they were made
 * @param answers by status; 0 stands for connections that were lost
 * @param millis how long there was load
 * @param main what was found of the events for the first topic
 * @param doomed what was found of those for the topic that may be deleted
 * @param otherProblems what was not as it must be, apart from events, each a sentence
 */
public record ChaosResult(
    List<FaultOutcome> faults,
    Map<Integer, Long> answers,
    long millis,
    OracleVerdict main,
    OracleVerdict doomed,
    List<String> otherProblems) {
  /** Copies them. */
  public ChaosResult {
    faults = List.copyOf(faults);
    answers = Map.copyOf(answers);
    otherProblems = List.copyOf(otherProblems);
  }

  /** All that was not as it must be, each a sentence. */
  public List<String> problems() {
    return Stream.of(
            otherProblems.stream(),
            main.problems().stream(),
            doomed.problems().stream().map(problem -> "the topic that was deleted: " + problem))
        .flatMap(problems -> problems)
        .toList();
  }
}
