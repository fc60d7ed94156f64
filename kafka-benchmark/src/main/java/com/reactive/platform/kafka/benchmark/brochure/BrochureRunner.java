package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.report.Format;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.Environment;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.Environments;
import com.reactive.platform.kafka.benchmark.rig.StolenTime;
import com.reactive.platform.kafka.benchmark.subject.Targets;
import com.reactive.platform.testbed.Machine;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Runs brochures: opens what they need, lets the procedure work, judges, closes everything. */
public final class BrochureRunner {
  private final Targets known;
  private final Consumer<String> say;

  /**
   * @param known kinds of targets
   * @param say tells people what is going on, a line each
   */
  public BrochureRunner(Targets known, Consumer<String> say) {
    this.known = known;
    this.say = say;
  }

  /**
   * Runs a plan of a brochure, without the targets that this machine cannot open, which are named
   * in the notes. Blocks for all of it; nothing is left running when it returns or throws.
   *
   * @throws IOException with one sentence if Kafka does not answer or a target cannot be opened
   * @throws InterruptedException if the thread is interrupted; then there is no result
   */
  public BrochureResult run(Brochure brochure, Plan wanted, RunRequest request)
      throws IOException, InterruptedException {
    Instant startedAt = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    long startNanos = System.nanoTime();
    LeftOut leftOut = LeftOut.of(wanted, known, request.bootstrapServers(), say);
    Plan plan = leftOut.from(wanted);
    Environment environment;
    ProcedureResult findings;
    try (Bench bench = Bench.open(known, plan, request, say)) {
      environment = environment(bench.kafka());
      StolenTime stolen = StolenTime.fromNow();
      findings =
          brochure.procedure() == Procedure.CALIBRATION
              ? new CalibrationProcedure(plan, bench, request).run()
              : new Interleaving(brochure, plan, bench).run();
      environment = environment.after(Machine.loadAverageNow(), stolen.share());
    }
    List<RunResult> measured = findings.measured();
    List<Check> checks = new ThresholdEvaluator(measured).checks(brochure.thresholds());
    if (brochure.procedure() == Procedure.SWEEP && !measured.isEmpty()) {
      checks.add(new SweepTable(brochure.thresholds(), measured).noRivalDoes());
    }
    List<String> reasons = reasons(findings, checks);
    return new BrochureResult(
        BrochureResult.SCHEMA,
        brochure.name(),
        brochure.title(),
        brochure.description(),
        request.command(),
        startedAt.toString(),
        (System.nanoTime() - startNanos) / (double) TimeUnit.SECONDS.toNanos(1),
        request.isQuick(),
        Verdict.of(reasons),
        reasons,
        environment,
        findings.runs(),
        checks,
        findings.tables(),
        notes(brochure, plan, leftOut));
  }

  private static List<String> notes(Brochure brochure, Plan plan, LeftOut leftOut) {
    List<String> notes = new ArrayList<>(leftOut.sentences());
    notes.addAll(brochure.notes());
    if (plan.initialWarmupSeconds() > 0) {
      notes.add(
          "Each target was loaded for %s before the first iteration, so that no JVM is measured cold."
              .formatted(Format.duration(plan.initialWarmupSeconds())));
    }
    return notes;
  }

  /** The first that is asked of Kafka. */
  private static Environment environment(Optional<BenchKafka> kafka)
      throws IOException, InterruptedException {
    try {
      return Environments.of(kafka);
    } catch (IllegalStateException e) {
      String which = kafka.map(BenchKafka::kind).orElse("none");
      throw new IOException("Kafka (" + which + ") does not respond: " + e.getMessage(), e);
    }
  }

  private static List<String> reasons(ProcedureResult findings, List<Check> checks) {
    List<String> reasons = new ArrayList<>(findings.reasons());
    for (RunResult run : findings.runs()) {
      for (String reason : run.reasons()) {
        reasons.add(run.target() + " at " + run.load() + ": " + reason);
      }
    }
    for (Check check : checks) {
      if (check.binding() && !check.met()) {
        reasons.add(check.what() + ": " + check.actual() + " is not " + check.required());
      }
    }
    if (findings.runs().isEmpty()) {
      reasons.add("nothing ran");
    }
    return reasons;
  }
}
