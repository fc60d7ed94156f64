package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How the runs of a brochure lie: what is drawn and how depends on it.
 *
 * @param runs all of them
 * @param targets their names, in the order of the runs
 * @param loads likewise
 */
record Shape(List<RunResult> runs, List<String> targets, List<String> loads) {
  private static final int MIN_GRID = 3;

  static Shape of(List<RunResult> runs) {
    return new Shape(
        List.copyOf(runs),
        runs.stream().map(RunResult::target).distinct().toList(),
        runs.stream().map(RunResult::load).distinct().toList());
  }

  Optional<RunResult> run(String target, String load) {
    return runs.stream()
        .filter(run -> run.target().equals(target) && run.load().equals(load))
        .findFirst();
  }

  List<RunResult> ofLoad(String load) {
    return runs.stream().filter(run -> run.load().equals(load)).toList();
  }

  Role role(String target) {
    return runs.stream()
        .filter(run -> run.target().equals(target))
        .findFirst()
        .orElseThrow()
        .role();
  }

  List<String> subjects() {
    return targets.stream().filter(target -> role(target) == Role.SUBJECT).toList();
  }

  boolean isCompared() {
    return targets.size() > 1;
  }

  boolean isComparedOverLoads() {
    return loads.size() >= MIN_GRID;
  }

  /** Whether every target at every load makes a table that is worth it. */
  boolean isGrid() {
    return targets.size() >= MIN_GRID && loads.size() >= MIN_GRID;
  }

  /** Whether it is a grid of one subject and its rivals, to be the best of which is the goal. */
  boolean isSweep() {
    return isGrid()
        && subjects().size() == 1
        && targets.stream().filter(target -> role(target) == Role.RIVAL).count()
            == targets.size() - 1;
  }

  /** The run to look at first: the fastest of the subjects, else the fastest. */
  Optional<RunResult> leading() {
    return runs.stream()
        .max(
            Comparator.<RunResult, Boolean>comparing(run -> run.role() == Role.SUBJECT)
                .thenComparing(run -> run.rates().sustained()));
  }
}
