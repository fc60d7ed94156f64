package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RoundRatios;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The baseline of each load, and how others do beside it. One that failed is no yardstick. */
final class Baseline {
  private final Map<String, RunResult> byLoad = new HashMap<>();

  Baseline(List<RunResult> runs) {
    runs.stream()
        .filter(run -> run.role() == Role.BASELINE && run.verdict() == Verdict.PASS)
        .forEach(run -> byLoad.putIfAbsent(run.load(), run));
  }

  boolean exists() {
    return !byLoad.isEmpty();
  }

  /**
   * Rate by the baseline's rate at the same load, round by round; not a number if there is none.
   */
  double ratio(RunResult run) {
    RunResult baseline = byLoad.get(run.load());
    return baseline == null
        ? Double.NaN
        : RoundRatios.median(
                run, baseline, (one, by) -> one.rates().sustained() / by.rates().sustained())
            .orElse(Double.NaN);
  }
}
