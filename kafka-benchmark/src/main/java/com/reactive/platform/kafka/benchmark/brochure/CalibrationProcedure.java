package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.gateway.microbatch.BatchCalibration;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationConfig;
import com.reactive.platform.gateway.microbatch.adaptive.CalibrationKey;
import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;
import com.reactive.platform.gateway.microbatch.adaptive.Observation;
import com.reactive.platform.gateway.microbatch.adaptive.PressureLevel;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.kafka.benchmark.rig.Iterations;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Target;
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
  /** No larger N is tried; that of the target may end earlier. */
  private static final int MAX_FLUSH_BYTES = 8 << 20;

  /** The time after the end of a load in which a machine that can bear it acknowledges the rest. */
  private static final double TAIL_SECONDS = 0.25;

  private static final int MAX_BROKER_LENGTH = 256;
  private static final String FLUSH_BYTES = "flush-bytes";
  private static final String FLUSH_INTERVAL_MS = "flush-interval-ms";

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

  /**
   * The scope of the learning, from the settings that are in force when the target is asked for the
   * largest N: it may take less, and what is not in force must not be tried.
   */
  static CalibrationConfig config(String kafka, Map<String, String> settings) {
    String mode =
        "benchmark acks=%s format=%s".formatted(settings.get("acks"), settings.get("format"));
    String broker = kafka.substring(0, Math.min(MAX_BROKER_LENGTH, kafka.length()));
    CalibrationKey key = CalibrationKey.ofThisMachine(broker, mode);
    double longestBudgetMicros = TimeUnit.NANOSECONDS.toMicros(PressureLevel.L10_MAX.budgetNanos());
    return CalibrationConfig.of(key, longestBudgetMicros)
        .withMaxFlushBytes(Integer.parseInt(settings.get(FLUSH_BYTES)));
  }

  ProcedureResult run() throws IOException, InterruptedException {
    Path temporary =
        request.calibrationFile().isPresent()
            ? null
            : Files.createTempDirectory("reactive-calibration");
    Path file = request.calibrationFile().orElseGet(() -> temporary.resolve("calibration.db"));
    try (BatchCalibration calibration =
        BatchCalibration.create(
            file, config(bench.kafka().orElseThrow().kind(), settingsInForce()))) {
      for (Load load : plan.loads()) {
        if (!calibrate(PressureLevel.valueOf(load.name()), load, calibration)) {
          break;
        }
      }
      return new ProcedureResult(
          runs, List.of(CalibrationTable.of(rows, calibration.status())), reasons);
    } finally {
      delete(temporary);
    }
  }

  /** Returns whether it makes sense to go on. */
  private boolean calibrate(PressureLevel level, Load load, BatchCalibration calibration)
      throws IOException, InterruptedException {
    PlannedTarget planned = plan.targets().get(0);
    List<Iteration> turns = new ArrayList<>();
    List<FlushLimits> tried = new ArrayList<>();
    FlushLimits limits = calibration.getBestConfigForPressure(level);
    boolean borne = true;
    boolean goOn = true;
    for (int round = 1; round <= plan.rounds() && goOn && borne; round++) {
      bench.say("[%s] round %d of %d".formatted(level, round, plan.rounds()));
      Iteration turn = turn(planned, load, limits);
      turns.add(turn);
      RunResult seen = turn.result();
      FlushLimits inForce = inForce(limits, seen.settings());
      tried.add(inForce);
      if (seen.verdict() == Verdict.FAIL) {
        goOn = !bench.kafkaIsGone();
        if (!goOn) {
          reasons.add(ProcedureResult.KAFKA_IS_GONE.formatted(planned.name(), load.name()));
        }
        break;
      }
      borne = isBorne(level, load, seen);
      if (borne) {
        limits = calibration.observe(observation(level, inForce, seen));
      }
    }
    RunResult merged = Iterations.merge(turns);
    runs.add(merged);
    rows.add(new CalibrationTable.Row(level, tried, borne, merged.rates().sustained()));
    return goOn;
  }

  /**
   * Returns whether the machine could bear the level's load: it accepted what was due, and had the
   * last of it acknowledged soon after. A run that lags behind says nothing about the limits.
   */
  static boolean isBorne(PressureLevel level, Load load, RunResult seen) {
    double sustained = seen.rates().sustained();
    if (ProcedureRules.level(sustained) != level) {
      return false;
    }
    double required = Load.MIN_SHARE * load.messagesPerSecond();
    double longer = seen.seconds() * (seen.rates().send() / sustained - 1);
    return load.kind() == LoadKind.CLOSED
        || sustained >= required
        || (seen.rates().send() >= required && longer <= TAIL_SECONDS);
  }

  /** The limits in force; T goes through milliseconds, which may cost it a nanosecond. */
  static FlushLimits inForce(FlushLimits asked, Map<String, String> settings) {
    String bytes = settings.get(FLUSH_BYTES);
    String millis = settings.get(FLUSH_INTERVAL_MS);
    if (bytes == null || millis == null) {
      return asked;
    }
    long nanos = nanos(Double.parseDouble(millis) * 1_000);
    boolean same = Math.abs(nanos - asked.flushIntervalNanos()) <= 1;
    return new FlushLimits(Integer.parseInt(bytes), same ? asked.flushIntervalNanos() : nanos);
  }

  private Map<String, String> settingsInForce() throws IOException, InterruptedException {
    FlushLimits largest =
        new FlushLimits(MAX_FLUSH_BYTES, PressureLevel.L10_MAX.bootstrap().flushIntervalNanos());
    try (Target target = open(plan.targets().get(0), largest)) {
      return target.settings();
    }
  }

  private Iteration turn(PlannedTarget planned, Load load, FlushLimits limits)
      throws IOException, InterruptedException {
    try (Target target = open(planned, limits)) {
      return bench.run(target, planned, planned.fitted(load));
    }
  }

  private Target open(PlannedTarget planned, FlushLimits limits)
      throws IOException, InterruptedException {
    Map<String, String> options =
        Map.of(
            FLUSH_BYTES, Integer.toString(limits.flushBytes()),
            FLUSH_INTERVAL_MS, Double.toString(limits.flushIntervalNanos() / 1e6));
    return bench.open(planned.withOptions(options));
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
