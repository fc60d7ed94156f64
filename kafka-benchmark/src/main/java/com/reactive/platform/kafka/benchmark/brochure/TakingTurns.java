package com.reactive.platform.kafka.benchmark.brochure;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.rig.Load;
import com.reactive.platform.kafka.benchmark.rig.Turn;
import com.reactive.platform.kafka.benchmark.rig.Turns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The usual procedure: all targets are alive, and take turns under the loads. */
final class TakingTurns {
  /** Whose turns are summed up. */
  private record Pair(String target, String load) {}

  private final Brochure brochure;
  private final Plan plan;
  private final Bench bench;
  private final Map<Pair, List<Turn>> turns = new HashMap<>();
  private final List<String> reasons = new ArrayList<>();

  TakingTurns(Brochure brochure, Plan plan, Bench bench) {
    this.brochure = brochure;
    this.plan = plan;
    this.bench = bench;
  }

  Findings run() throws IOException, InterruptedException {
    bench.say().accept("opening " + plan.targets().size() + " targets ...");
    try (OpenTargets targets = OpenTargets.open(bench, plan.targets())) {
      heat(targets);
      List<TurnOrder.Next> order = TurnOrder.of(plan);
      for (int i = 0; i < order.size(); i++) {
        TurnOrder.Next next = order.get(i);
        announce(next, i + 1, order.size());
        Turn turn = bench.rig().run(targets.of(next.target()), next.target().role(), next.load());
        Pair pair = new Pair(next.target().name(), next.load().name());
        turns.computeIfAbsent(pair, k -> new ArrayList<>()).add(turn);
        if (turn.result().verdict() == Verdict.FAIL && bench.kafkaIsGone()) {
          reasons.add(Findings.KAFKA_IS_GONE.formatted(pair.target, pair.load));
          break;
        }
      }
      List<RunResult> runs = inOrderOfThePlan();
      return new Findings(runs, tables(runs, targets), reasons);
    }
  }

  /** These turns count for nothing, but what goes wrong in them does. */
  private void heat(OpenTargets targets) throws InterruptedException {
    if (plan.heatSeconds() == 0) {
      return;
    }
    Load load = plan.heatLoad();
    for (PlannedTarget target : plan.targets()) {
      bench.say().accept("heating " + target.name());
      Turn turn = bench.rig().run(targets.of(target), target.role(), target.fitted(load));
      for (String reason : turn.result().reasons()) {
        reasons.add(target.name() + " while it was heated: " + reason);
      }
    }
  }

  /** Load by load; the order of the turns was another one. */
  private List<RunResult> inOrderOfThePlan() {
    return plan.loads().stream()
        .flatMap(load -> plan.targets().stream().map(t -> new Pair(t.name(), load.name())))
        .filter(turns::containsKey)
        .map(pair -> Turns.merge(turns.get(pair)))
        .toList();
  }

  private void announce(TurnOrder.Next next, int number, int of) {
    String round = plan.rounds() == 1 ? "" : " (round " + (next.round() + 1) + ")";
    bench
        .say()
        .accept(
            "[%d/%d] %s, %s%s"
                .formatted(number, of, next.target().name(), next.load().name(), round));
  }

  private List<Table> tables(List<RunResult> runs, OpenTargets targets) throws IOException {
    return switch (brochure.procedure()) {
      case RAMP -> List.of(RampTable.of(runs));
      case SWEEP -> sweepTables(runs);
      case STAGES -> StagesTable.of(plan, targets);
      case TURNS, CALIBRATION -> List.of();
    };
  }

  private List<Table> sweepTables(List<RunResult> runs) {
    List<Table> tables = new ArrayList<>();
    tables.add(new SweepTable(brochure.thresholds(), runs).table());
    tables.addAll(BatchingTable.of(runs));
    return tables;
  }
}
