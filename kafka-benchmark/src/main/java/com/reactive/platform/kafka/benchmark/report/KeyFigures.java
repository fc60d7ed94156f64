package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import java.util.List;

/**
 * The figures by which runs are compared.
 *
 * @param kind of the rate: {@code transactional} where all in-sync replicas have the messages, else
 *     {@code sustained}
 * @param perSecond that rate, messages per second
 * @param p99Micros latency from the intended send to the outcome, microseconds; null if nothing was
 *     recorded
 * @param cpuMicrosPerMessage CPU time of all processes, microseconds; null if none was seen
 */
public record KeyFigures(
    String kind, double perSecond, Double p99Micros, Double cpuMicrosPerMessage) {

  /** Those of a run. */
  public static KeyFigures of(RunResult run) {
    Double transactional = run.rates().transactional();
    List<ProcessCost> processes = run.processes();
    return new KeyFigures(
        transactional == null ? "sustained" : "transactional",
        transactional == null ? run.rates().sustained() : transactional,
        run.latency().count() == 0 ? null : run.latency().p99(),
        processes.isEmpty()
            ? null
            : processes.stream().mapToDouble(ProcessCost::cpuMicrosPerMessage).sum());
  }
}
