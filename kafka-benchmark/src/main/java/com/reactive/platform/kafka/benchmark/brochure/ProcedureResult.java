package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;

/**
 * What a procedure found.
 *
 * @param runs one for each target and load that ran; before them, those that failed while heated
 * @param tables what it shows besides
 * @param reasons why it failed, besides those of the runs
 */
record ProcedureResult(List<RunResult> runs, List<Table> tables, List<String> reasons) {
  static final String KAFKA_IS_GONE = "stopped after %s at %s: Kafka no longer responds";

  /** Those of the plan: what failed while it was heated is not held against thresholds. */
  List<RunResult> measured() {
    return runs.stream().filter(run -> !run.load().equals(Plan.HEATING)).toList();
  }
}
