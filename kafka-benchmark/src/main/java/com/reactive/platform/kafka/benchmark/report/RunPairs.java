package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Which run of one result is to be compared with which of another. */
final class RunPairs {
  private final Map<RunResult, RunResult> partners = new HashMap<>();
  private final List<RunResult> first;
  private final List<RunResult> second;

  private RunPairs(List<RunResult> first, List<RunResult> second) {
    this.first = new ArrayList<>(first);
    this.second = new ArrayList<>(second);
  }

  static RunPairs of(List<RunResult> first, List<RunResult> second) {
    RunPairs pairs = new RunPairs(first, second);
    pairs.pair(run -> List.of(run.target(), run.load()));
    pairs.pair(run -> List.of(run.load(), run.role().name()));
    pairs.pair(run -> List.of());
    return pairs;
  }

  /** The partner of a run of the first; null if there is none. */
  RunResult partner(RunResult run) {
    return partners.get(run);
  }

  /** Runs of the second without a partner. */
  List<RunResult> left() {
    return List.copyOf(second);
  }

  /** Makes pairs of those that are alone with their key on either side. */
  private void pair(Function<RunResult, List<String>> key) {
    for (RunResult run : List.copyOf(first)) {
      List<RunResult> alike = withKey(second, key, run);
      if (alike.size() == 1 && withKey(first, key, run).size() == 1) {
        partners.put(run, alike.get(0));
        first.remove(run);
        second.remove(alike.get(0));
      }
    }
  }

  private static List<RunResult> withKey(
      List<RunResult> runs, Function<RunResult, List<String>> key, RunResult like) {
    return runs.stream().filter(run -> key.apply(run).equals(key.apply(like))).toList();
  }
}
