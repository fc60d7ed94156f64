package com.reactive.platform.kafka.benchmark.report;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * The fingerprint of a plan: alike where the same targets had the same loads, as long and as often.
 * Figures of unlike plans say nothing about each other.
 */
final class PlanPrint {
  private PlanPrint() {}

  static String of(List<RunResult> runs) {
    String plan = runs.stream().map(PlanPrint::line).sorted().collect(Collectors.joining("\n"));
    return String.format(Locale.ROOT, "%08x", plan.hashCode());
  }

  private static String line(RunResult run) {
    return List.of(
            run.target(),
            run.role(),
            run.load(),
            run.loadKind(),
            String.valueOf(run.lanes()),
            run.concurrency(),
            String.valueOf(run.offeredPerSecond()),
            run.messageBytes(),
            run.payload(),
            run.messagesPerSend(),
            run.warmupSeconds(),
            run.seconds(),
            run.turns())
        .toString();
  }
}
