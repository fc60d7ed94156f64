package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Batches;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.Latency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Rates;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import java.util.Map;

/** Results that tests make up. */
final class Runs {
  private Runs() {}

  static RunResult run(String target, Role role, String load, double sustained, double p99) {
    return run(target, role, load, sustained, p99, 10, null, List.of());
  }

  static RunResult run(
      String target,
      Role role,
      String load,
      double sustained,
      double p99,
      double gatewayCpu,
      Double batchMessages,
      List<Point> series) {
    return new RunResult(
        target,
        role,
        load,
        LoadKind.OPEN,
        2,
        64,
        1_000.0,
        0.95,
        128,
        "random",
        1,
        1,
        4,
        1,
        Map.of(),
        new Rates(sustained, sustained, null, sustained * 128 / 1e6),
        List.of(sustained),
        List.of(),
        new Latency(20_000, p99, p99 / 2, p99, p99, p99, p99, List.of()),
        null,
        List.of(
            new ProcessCost("load", 1, 0.1, 100),
            new ProcessCost("gateway", gatewayCpu, 0.5, 100),
            new ProcessCost("broker", 5, 0.2, 500)),
        null,
        new Verification(true, true, 1, 1, 0, 0, 1, 1, 1, 0, 0, 0, null, ""),
        batchMessages == null
            ? null
            : new Batches(10, batchMessages, 1_000, Map.of("IDLE", 9L, "SIZE", 1L, "TIME", 0L)),
        series,
        Verdict.PASS,
        List.of());
  }

  /** The same run, had it failed. */
  static RunResult failed(RunResult run) {
    return changed(run, run.latency(), run.processes(), Verdict.FAIL, List.of("lost some"));
  }

  /** The same run, had it had so many outcomes. */
  static RunResult withOutcomes(RunResult run, long count) {
    Latency all = run.latency();
    Latency few =
        new Latency(
            count, all.mean(), all.p50(), all.p90(), all.p99(), all.p999(), all.max(), List.of());
    return changed(run, few, run.processes(), run.verdict(), run.reasons());
  }

  /** The same run, had it had these processes. */
  static RunResult withProcesses(RunResult run, List<ProcessCost> processes) {
    return changed(run, run.latency(), processes, run.verdict(), run.reasons());
  }

  /** The same run, had its load been a closed loop. */
  static RunResult closed(RunResult run) {
    return changed(
        run, LoadKind.CLOSED, run.latency(), run.processes(), run.verdict(), run.reasons());
  }

  /** The same run, had it had these rounds; its own figures stay as they are. */
  static RunResult withRounds(RunResult run, List<RunResult> rounds) {
    return with(run, rounds.stream().map(RunResult.Round::of).toList(), run.efficiency());
  }

  /** The same run, had a submit taken so long. */
  static RunResult withSubmit(RunResult run, double micros) {
    return with(run, run.rounds(), new Efficiency(null, null, null, null, micros, null));
  }

  private static RunResult with(
      RunResult run, List<RunResult.Round> rounds, Efficiency efficiency) {
    return new RunResult(
        run.target(),
        run.role(),
        run.load(),
        run.loadKind(),
        run.lanes(),
        run.concurrency(),
        run.offeredPerSecond(),
        run.minShare(),
        run.messageBytes(),
        run.payload(),
        run.messagesPerSend(),
        run.warmupSeconds(),
        run.seconds(),
        Math.max(1, rounds.size()),
        run.settings(),
        run.rates(),
        run.turnRates(),
        rounds,
        run.latency(),
        run.due(),
        run.processes(),
        efficiency,
        run.verification(),
        run.batches(),
        run.series(),
        run.verdict(),
        run.reasons());
  }

  private static RunResult changed(
      RunResult run,
      Latency latency,
      List<ProcessCost> processes,
      Verdict verdict,
      List<String> reasons) {
    return changed(run, run.loadKind(), latency, processes, verdict, reasons);
  }

  private static RunResult changed(
      RunResult run,
      LoadKind loadKind,
      Latency latency,
      List<ProcessCost> processes,
      Verdict verdict,
      List<String> reasons) {
    return new RunResult(
        run.target(),
        run.role(),
        run.load(),
        loadKind,
        run.lanes(),
        run.concurrency(),
        run.offeredPerSecond(),
        run.minShare(),
        run.messageBytes(),
        run.payload(),
        run.messagesPerSend(),
        run.warmupSeconds(),
        run.seconds(),
        run.turns(),
        run.settings(),
        run.rates(),
        run.turnRates(),
        run.rounds(),
        latency,
        run.due(),
        processes,
        run.efficiency(),
        run.verification(),
        run.batches(),
        run.series(),
        verdict,
        reasons);
  }
}
