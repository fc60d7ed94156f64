package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import java.util.List;

/**
 * The figures by which runs are compared.
 *
 * @param perSecond rate, messages per second: transactional where all in-sync replicas have the
 *     messages, else sustained
 * @param p99Micros latency from the intended send to the outcome, microseconds; null if nothing was
 *     recorded
 * @param cpuMicrosPerMessage CPU time of all processes, microseconds; null if none was seen
 */
record KeyFigures(double perSecond, Double p99Micros, Double cpuMicrosPerMessage) {
  static KeyFigures of(RunResult run) {
    Double transactional = run.rates().transactional();
    List<ProcessCost> processes = run.processes();
    return new KeyFigures(
        transactional == null ? run.rates().sustained() : transactional,
        run.latency().count() == 0 ? null : run.latency().p99(),
        processes.isEmpty()
            ? null
            : processes.stream().mapToDouble(ProcessCost::cpuMicrosPerMessage).sum());
  }

  /** The kind of rate that counts for a run: {@code transactional} or {@code sustained}. */
  static String kindOfRate(RunResult run) {
    return run.rates().transactional() == null ? "sustained" : "transactional";
  }
}
