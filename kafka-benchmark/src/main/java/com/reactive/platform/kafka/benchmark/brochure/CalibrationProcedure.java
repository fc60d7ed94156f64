package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.CalibrationKey;
import com.reactive.platform.gateway.microbatch.FlushLimits;
import com.reactive.platform.gateway.microbatch.Observation;
import com.reactive.platform.gateway.microbatch.PressureLevel;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Target;
import com.reactive.platform.kafka.benchmark.rig.Turn;
import com.reactive.platform.kafka.benchmark.rig.Turns;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Calibrates level by level: a round is one run of a striped batcher under the level's load, with
 * the limits that calibration wants to see, and is observed. A level whose load the machine cannot
 * bear is not observed, and said so.
 */
final class CalibrationProcedure {
  /** What the batcher of the benchmark takes in one piece at most. */
  private static final int MAX_FLUSH_BYTES = 8 << 20;

  private final Plan plan;
  private final Bench bench;
  private final RunRequest request;
  private final List<RunResult> runs = new ArrayList<>();
  private final List<CalibrationTable.Row> rows = new ArrayList<>();
  private final List<String> reasons = new ArrayList<>();

  CalibrationProcedure(Plan plan, Bench bench, RunRequest request) {
    this.plan = plan;
    this.bench = bench;
    this.request = request;
  }

  /** The settings under which this procedure learns, for whoever wants to look at it. */
  static CalibrationConfig config(String kafka) {
    CalibrationKey key = CalibrationKey.ofThisMachine(kafka, "benchmark, packed");
    double longestBudgetMicros = TimeUnit.NANOSECONDS.toMicros(PressureLevel.L10_MAX.budgetNanos());
    return CalibrationConfig.of(key, longestBudgetMicros).withMaxFlushBytes(MAX_FLUSH_BYTES);
  }

  Findings run() throws IOException, InterruptedException {
    Path temporary =
        request.calibrationFile().isPresent()
            ? null
            : Files.createTempDirectory("reactive-calibration");
    Path file = request.calibrationFile().orElseGet(() -> temporary.resolve("calibration.db"));
    try (BatchCalibration calibration =
        BatchCalibration.create(file, config(bench.kafka().kind()))) {
      for (Load load : plan.loads()) {
        if (!calibrate(PressureLevel.valueOf(load.name()), load, calibration)) {
          break;
        }
      }
      return new Findings(runs, List.of(CalibrationTable.of(rows, calibration.status())), reasons);
    } finally {
      delete(temporary);
    }
  }

  /** Returns whether it makes sense to go on. */
  private boolean calibrate(PressureLevel level, Load load, BatchCalibration calibration)
      throws IOException, InterruptedException {
    PlannedTarget planned = plan.targets().get(0);
    List<Turn> turns = new ArrayList<>();
    List<FlushLimits> tried = new ArrayList<>();
    FlushLimits limits = calibration.getBestConfigForPressure(level);
    PressureLevel reached = level;
    boolean goOn = true;
    for (int round = 1; round <= plan.rounds() && goOn && reached == level; round++) {
      bench.say().accept("[%s] round %d of %d".formatted(level, round, plan.rounds()));
      Turn turn = turn(planned, load, limits);
      turns.add(turn);
      tried.add(limits);
      RunResult seen = turn.result();
      if (seen.verdict() == Verdict.FAIL) {
        goOn = !bench.kafkaIsGone();
        if (!goOn) {
          reasons.add(Findings.KAFKA_IS_GONE.formatted(planned.name(), load.name()));
        }
        break;
      }
      reached = ProcedureRules.level(seen.rates().sustained());
      if (reached == level) {
        limits = calibration.observe(observation(level, limits, seen));
      }
    }
    RunResult merged = Turns.merge(turns);
    runs.add(merged);
    rows.add(new CalibrationTable.Row(level, tried, reached == level, merged.rates().sustained()));
    return goOn;
  }

  private Turn turn(PlannedTarget planned, Load load, FlushLimits limits)
      throws IOException, InterruptedException {
    Map<String, String> inForce =
        Map.of(
            "flush-bytes", Integer.toString(limits.flushBytes()),
            "flush-interval-ms", Double.toString(limits.flushIntervalNanos() / 1e6));
    try (Target target = bench.open(planned.withOptions(inForce))) {
      return bench.rig().run(target, planned.role(), planned.fitted(load));
    }
  }

  /**
   * A run as calibration sees a window. All that it measures happens in this process: load, batcher
   * and producer.
   */
  private static Observation observation(PressureLevel level, FlushLimits limits, RunResult seen) {
    long events = Math.round(seen.rates().sustained() * seen.seconds());
    double cpuMicros =
        seen.processes().stream()
            .filter(process -> process.process().equals("load"))
            .mapToDouble(ProcessCost::cpuMicrosPerMessage)
            .sum();
    return new Observation(
        level,
        limits,
        events,
        events * seen.messageBytes(),
        nanos(seen.seconds() * 1e6),
        nanos(cpuMicros * events),
        nanos(seen.latency().p99()),
        seen.loadKind() == LoadKind.CLOSED,
        true);
  }

  private static long nanos(double micros) {
    return Math.round(micros * 1_000);
  }

  private static void delete(Path folder) throws IOException {
    if (folder == null) {
      return;
    }
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.deleteIfExists(file);
      }
    }
    Files.deleteIfExists(folder);
  }
}
