package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;

/**
 * The results of a procedure.
 *
 * @param runs one for each target and load that ran; before them, those that failed in training or
 *     in the initial warm-up
 * @param tables what it shows besides
 * @param reasons why it failed, besides those of the runs
 */
record ProcedureResult(List<RunResult> runs, List<Table> tables, List<String> reasons) {
  static final String KAFKA_IS_GONE = "stopped after %s at %s: Kafka no longer responds";

  /** Those of the plan: thresholds do not apply to training and the initial warm-up. */
  List<RunResult> measured() {
    return runs.stream()
        .filter(run -> !run.load().equals(Plan.TRAINING))
        .filter(run -> !run.load().equals(Plan.INITIAL_WARMUP))
        .toList();
  }
}
