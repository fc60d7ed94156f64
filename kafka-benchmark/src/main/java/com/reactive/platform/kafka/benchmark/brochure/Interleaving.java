package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.Iteration;
import com.reactive.platform.kafka.benchmark.rig.Iterations;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Target;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The usual procedure: all targets are alive, and take turns under the loads. */
final class Interleaving {
  /** Whose turns are summed up. */
  private record Pair(String target, String load) {}

  private final Brochure brochure;
  private final Plan plan;
  private final Bench bench;
  private final Map<Pair, List<Iteration>> turns = new HashMap<>();
  private final List<RunResult> failedBefore = new ArrayList<>();
  private final StageReadings stages = new StageReadings();
  private final List<String> reasons = new ArrayList<>();

  Interleaving(Brochure brochure, Plan plan, Bench bench) {
    this.brochure = brochure;
    this.plan = plan;
    this.bench = bench;
  }

  ProcedureResult run() throws IOException, InterruptedException {
    try (LearnedFiles files = new LearnedFiles()) {
      List<PlannedTarget> given = files.givenTo(plan.targets());
      if (train(given)) {
        measure(given);
      }
    }
    reasons.addAll(stages.reasons());
    List<RunResult> runs = inOrderOfThePlan();
    List<Table> tables = runs.isEmpty() ? List.of() : tables(runs);
    return new ProcedureResult(
        Stream.concat(failedBefore.stream(), runs.stream()).toList(), tables, reasons);
  }

  /** Returns whether it makes sense to go on. */
  private boolean train(List<PlannedTarget> given) throws IOException, InterruptedException {
    for (PlannedTarget learner : given) {
      List<Load> loads = plan.trainingLoads(learner);
      if (!loads.isEmpty()) {
        bench.say("training " + learner.name());
        try (Target alone = bench.open(learner)) {
          for (Load load : loads) {
            if (endsBefore(alone, learner, load)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

  private void measure(List<PlannedTarget> given) throws IOException, InterruptedException {
    bench.say("opening " + given.size() + " targets ...");
    try (OpenTargets targets = OpenTargets.open(bench, given)) {
      if (warmUp(targets)) {
        takeTurns(targets);
      }
    }
  }

  private void takeTurns(OpenTargets targets) throws InterruptedException {
    List<IterationOrder.Next> order = IterationOrder.of(plan);
    for (int i = 0; i < order.size(); i++) {
      IterationOrder.Next next = order.get(i);
      announce(next, i + 1, order.size());
      Iteration turn = turn(targets.of(next.target()), next);
      Pair pair = new Pair(next.target().name(), next.load().name());
      turns.computeIfAbsent(pair, k -> new ArrayList<>()).add(turn);
      if (endsHere(turn)) {
        return;
      }
    }
  }

  private Iteration turn(Target target, IterationOrder.Next next) throws InterruptedException {
    StageReadings.Source source =
        brochure.procedure() == Procedure.STAGES ? StageReadings.of(target) : null;
    stages.begin(next.target().name(), source);
    Iteration turn = bench.run(target, next.target(), next.load());
    stages.end(next.target().name(), next.load().name(), source);
    return turn;
  }

  /** Returns whether it makes sense to go on. */
  private boolean warmUp(OpenTargets targets) throws InterruptedException {
    if (plan.initialWarmupSeconds() == 0) {
      return true;
    }
    Load load = plan.initialWarmupLoad();
    for (PlannedTarget target : plan.targets()) {
      bench.say("warming up " + target.name());
      if (endsBefore(targets.of(target), target, target.fitted(load))) {
        return false;
      }
    }
    return true;
  }

  /**
   * An iteration before the first one. It does not count, but one that failed stays among the
   * results: a table that says that nothing was lost must be true of it too.
   *
   * @return whether the next iterations would fail, too
   */
  private boolean endsBefore(Target target, PlannedTarget planned, Load load)
      throws InterruptedException {
    Iteration turn = bench.run(target, planned, load);
    if (turn.result().verdict() == Verdict.FAIL) {
      failedBefore.add(turn.result());
    }
    return endsHere(turn);
  }

  /** Returns whether the next iterations would fail, too; then the reason was noted. */
  private boolean endsHere(Iteration turn) throws InterruptedException {
    RunResult result = turn.result();
    boolean ends = result.verdict() == Verdict.FAIL && bench.kafkaIsGone();
    if (ends) {
      reasons.add(ProcedureResult.KAFKA_IS_GONE.formatted(result.target(), result.load()));
    }
    return ends;
  }

  /** Load by load; the order of the turns was another one. */
  private List<RunResult> inOrderOfThePlan() {
    return plan.loads().stream()
        .flatMap(load -> plan.targets().stream().map(t -> new Pair(t.name(), load.name())))
        .filter(turns::containsKey)
        .map(pair -> Iterations.merge(turns.get(pair)))
        .toList();
  }

  private void announce(IterationOrder.Next next, int number, int of) {
    String round = plan.rounds() == 1 ? "" : " (round " + (next.round() + 1) + ")";
    bench.say(
        "[%d/%d] %s, %s%s".formatted(number, of, next.target().name(), next.load().name(), round));
  }

  private List<Table> tables(List<RunResult> runs) {
    return switch (brochure.procedure()) {
      case RAMP -> List.of(BatchingTables.ramp(runs), BatchingTables.summary(runs));
      case SWEEP -> sweepTables(runs);
      case STAGES -> stages.tables(plan);
      case FLOOR -> FloorTable.of(brochure.thresholds(), runs);
      case TURNS -> GrowthTable.of(brochure.thresholds(), runs);
      case CALIBRATION -> List.of();
    };
  }

  private List<Table> sweepTables(List<RunResult> runs) {
    SweepTable sweep = new SweepTable(brochure.thresholds(), runs);
    return Stream.concat(
            Stream.of(sweep.table(), sweep.failures()), BatchingTables.ofTargets(runs).stream())
        .toList();
  }
}
