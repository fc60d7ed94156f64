package com.reactive.platform.kafka.benchmark.brochure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import java.util.List;
import org.junit.jupiter.api.Test;

class FloorTableTest {
  private static final List<Threshold> GOALS =
      List.of(goal("sustained", "64", "bare"), goal("sustained", "256", "bare"));

  /** 10 us of a request without Kafka, and 5 of the broker: two thirds are possible. */
  private final RunResult durable =
      of("durable", "64", 30_000, cost("load", 4), cost("gateway", 8), cost("broker", 5));

  private final RunResult bare =
      of("bare", "64", 60_000, cost("load", 4), cost("gateway", 6), cost("broker", 1));

  @Test
  void theBrokersTimeIsWhatCannotBeWonBack() {
    assertThat(FloorTable.possible(durable.figures(), bare.figures()).getAsDouble())
        .isCloseTo(2 / 3.0, within(1e-9));
  }

  @Test
  void aBrokerElsewhereTakesNothingThatIsKnown() {
    RunResult far = Runs.withProcesses(durable, List.of(cost("load", 4), cost("gateway", 8)));

    assertThat(FloorTable.possible(far.figures(), bare.figures())).isEmpty();
  }

  @Test
  void eachLoadHasItsRow() {
    RunResult more = of("durable", "256", 50_000, cost("gateway", 8), cost("broker", 10));
    RunResult moreBare = of("bare", "256", 100_000, cost("gateway", 10));
    RunResult failed = Runs.failed(of("durable", "1,024", 1, cost("gateway", 8)));
    RunResult failedBare = of("bare", "1,024", 1, cost("gateway", 8));
    RunResult alone = of("durable", "8", 1, cost("gateway", 8));
    List<RunResult> runs = List.of(alone, durable, bare, more, moreBare, failed, failedBare);

    List<Table> tables = FloorTable.of(GOALS, runs);

    assertThat(tables)
        .singleElement()
        .extracting(Table::title)
        .isEqualTo("Rate of durable compared with bare");
    assertThat(tables.get(0).rows())
        .containsExactly(
            List.of("64", "30,000", "60,000", "×0.50", "×0.67", "×0.75", "10.0", "5.00", "1.50"),
            List.of("256", "50,000", "100,000", "×0.50", "×0.50", "×1.00", "10.0", "10.0", "1.00"),
            List.of("1,024", "failed", "-", "-", "-", "-", "-", "-", "-"));
  }

  @Test
  void thereIsNoneOfOtherGoals() {
    List<Threshold> others =
        List.of(
            goal("p50", "64", "bare"),
            new Threshold(metric("sustained"), null, "64", 1, "bare", null, true),
            new Threshold(metric("sustained"), "durable", "64", 1, null, Role.RIVAL, true));

    assertThat(FloorTable.of(others, List.of(durable, bare))).isEmpty();
  }

  private static Threshold goal(String metric, String load, String versus) {
    return new Threshold(metric(metric), "durable", load, 1, versus, null, true);
  }

  private static Metric metric(String name) {
    return Metric.named(name).orElseThrow();
  }

  private static RunResult of(String target, String load, double rate, ProcessCost... costs) {
    RunResult run = Runs.run(target, Role.SUBJECT, load, rate, 100);
    return Runs.closed(Runs.withProcesses(run, List.of(costs)));
  }

  private static ProcessCost cost(String process, double micros) {
    return new ProcessCost(process, micros, 0.5, 100);
  }
}
