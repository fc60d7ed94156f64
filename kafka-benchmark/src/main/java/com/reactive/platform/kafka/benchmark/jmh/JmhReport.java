package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.testbed.Machine;
import java.util.List;

/** What a {@link JmhSuite} measured. */
public final class JmhReport {
  private final Machine machine;
  private final JmhOptions effort;
  private final List<JdkRun> runs;

  JmhReport(Machine machine, JmhOptions effort, List<JdkRun> runs) {
    this.machine = machine;
    this.effort = effort;
    this.runs = List.copyOf(runs);
  }

  /** Whether every benchmark ran and got every message; a missed target does not matter here. */
  public boolean isRight() {
    return runs.stream().allMatch(run -> run.failures().isEmpty());
  }

  /** The report for people. */
  public String table() {
    return ReportTable.render(machine, runs);
  }

  /** The report for scripts. */
  public String json() {
    return ReportJson.write(machine, effort, runs);
  }
}
