package com.reactive.platform.kafka.benchmark.brochure;

import static com.reactive.platform.kafka.benchmark.brochure.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThresholdEvaluatorTest {
  private static final List<RunResult> RUNS =
      List.of(
          run("adaptive", Role.SUBJECT, "low", 1_000, 200),
          run("static 1", Role.RIVAL, "low", 1_010, 150),
          run("static 2", Role.RIVAL, "low", 900, 400),
          run("adaptive", Role.SUBJECT, "high", 9_000, 2_000),
          run("static 1", Role.RIVAL, "high", 10_000, 9_000),
          run("static 2", Role.RIVAL, "high", 8_000, 1_900));

  @Test
  void aLimitOnAllNamesTheWorst() {
    Check check = only(new Threshold(metric("sustained"), null, null, 950, null, null, false));

    assertThat(check.actual()).isEqualTo("900 (static 2, low)");
    assertThat(check.met()).isFalse();
    assertThat(check.binding()).isTrue();
  }

  @Test
  void aLimitOnOneIsCheckedAtEachLoad() {
    List<Check> checks =
        checks(new Threshold(metric("p99"), "adaptive", null, 1_000, null, null, true));

    assertThat(checks).extracting(Check::met).containsExactly(true, false);
    assertThat(checks).extracting(Check::binding).containsOnly(false);
    assertThat(checks.get(1).required()).isEqualTo("<= 1,000");
  }

  @Test
  void aRatioIsAgainstTheBestOfARoleAtTheSameLoad() {
    List<Check> rates =
        checks(new Threshold(metric("sustained"), "adaptive", null, 0.95, null, Role.RIVAL, true));
    List<Check> latencies =
        checks(new Threshold(metric("p99"), "adaptive", null, 1.1, null, Role.RIVAL, true));

    assertThat(rates).extracting(Check::met).containsExactly(true, false);
    assertThat(rates.get(1).actual()).isEqualTo("×0.90 (9,000 against 10,000 of static 1)");
    assertThat(latencies).extracting(Check::met).containsExactly(false, true);
    assertThat(latencies.get(1).actual()).contains("of static 2");
  }

  /** The machine was half as fast in the second round, for both. */
  @Test
  void aRatioIsTheMedianOfTheRatiosOfTheRounds() {
    RunResult ours =
        Runs.withRounds(
            run("adaptive", Role.SUBJECT, "low", 800, 1),
            List.of(ours(800, 20), ours(400, 40), ours(880, 10)));
    RunResult theirs =
        Runs.withRounds(
            run("static 1", Role.RIVAL, "low", 1_000, 1),
            List.of(ours(1_000, 10), ours(500, 20), ours(2_000, 20)));
    Threshold rate =
        new Threshold(metric("sustained"), "adaptive", null, 0.7, null, Role.RIVAL, true);
    Threshold cpu =
        new Threshold(metric("cpu:gateway"), "adaptive", null, 2, "static 1", null, true);

    List<Check> checks = new ThresholdEvaluator(List.of(ours, theirs)).checks(List.of(rate, cpu));

    assertThat(checks.get(0).actual()).isEqualTo("×0.80 (800 against 1,000 of static 1)");
    assertThat(checks.get(1).actual()).startsWith("×2.00 (");
    assertThat(checks).extracting(Check::met).containsOnly(true);
  }

  private static RunResult ours(double sustained, double gatewayCpu) {
    return run("round", Role.SUBJECT, "low", sustained, 1, gatewayCpu, null, List.of());
  }

  @Test
  void whatFailedIsNoYardstick() {
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200),
            run("static 1", Role.RIVAL, "low", 1_000, 200),
            Runs.failed(run("static 2", Role.RIVAL, "low", 9_000, 1)));

    Check check =
        new ThresholdEvaluator(runs)
            .checks(
                List.of(
                    new Threshold(
                        metric("sustained"), "adaptive", null, 1, null, Role.RIVAL, true)))
            .get(0);

    assertThat(check.actual()).endsWith("of static 1)");
    assertThat(check.met()).isTrue();
  }

  @Test
  void aRatioMayBeAgainstOneOther() {
    Check check =
        only(new Threshold(metric("sustained"), "adaptive", "high", 1.1, "static 2", null, false));

    assertThat(check.met()).isTrue();
    assertThat(check.required()).isEqualTo(">= ×1.10 static 2");
  }

  @Test
  void aRatioMayBeAgainstAnotherLoadOfTheSameTarget() {
    Check check =
        only(new Threshold(metric("sustained"), "adaptive", "high", 9.5, null, null, true, "low"));

    assertThat(check.what()).startsWith("sustained of adaptive at high");
    assertThat(check.required()).isEqualTo(">= ×9.50 low");
    assertThat(check.actual()).isEqualTo("×9.00 (9,000 against 1,000 of low)");
    assertThat(check.met()).isFalse();
    assertThat(checks(new Threshold(metric("p99"), "adaptive", "high", 1, null, null, true, "x")))
        .as("left out by the plan")
        .isEmpty();
  }

  @Test
  void whatFailedDoesNotTakeTheCheckWithIt() {
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200),
            Runs.failed(run("static 1", Role.RIVAL, "low", 9_000, 1)));

    for (Threshold threshold :
        List.of(
            new Threshold(metric("p99"), "adaptive", null, 1, "static 1", null, false),
            new Threshold(metric("sustained"), "adaptive", null, 1, null, Role.RIVAL, false))) {
      List<Check> checks = new ThresholdEvaluator(runs).checks(List.of(threshold));

      assertThat(checks).hasSize(1);
      assertThat(checks.get(0).met()).isFalse();
      assertThat(checks.get(0).actual())
          .isEqualTo("unknown, since what it is compared with failed");
    }
  }

  @Test
  void aFigureThatTheOtherDoesNotHaveIsNotMet() {
    Check check =
        only(new Threshold(metric("transactional"), "adaptive", "low", 1, "static 1", null, false));

    assertThat(check.met()).isFalse();
    assertThat(check.actual()).isEqualTo("unknown");
  }

  @Test
  void aPercentileOfFewOutcomesIsNotCompared() {
    RunResult many = run("adaptive", Role.SUBJECT, "low", 1_000, 200);
    RunResult other = run("static 1", Role.RIVAL, "low", 1_000, 100);
    Threshold threshold =
        new Threshold(metric("p99"), "adaptive", null, 1, "static 1", null, false);

    for (List<RunResult> runs :
        List.of(
            List.of(many, Runs.withOutcomes(other, 999)),
            List.of(Runs.withOutcomes(many, 999), other))) {
      assertThat(new ThresholdEvaluator(runs).checks(List.of(threshold))).isEmpty();
    }
    List<RunResult> failed = List.of(Runs.failed(Runs.withOutcomes(many, 999)), other);
    assertThat(new ThresholdEvaluator(failed).checks(List.of(threshold)))
        .extracting(Check::met)
        .containsExactly(false);
  }

  @Test
  void aGoalWhosePercentileIsOfFewOutcomesIsNotChecked() {
    List<RunResult> few =
        List.of(Runs.withOutcomes(run("adaptive", Role.SUBJECT, "low", 1_000, 200), 999));

    assertThat(
            new ThresholdEvaluator(few)
                .checks(
                    List.of(new Threshold(metric("p99"), "adaptive", null, 1, null, null, true))))
        .isEmpty();
    assertThat(
            new ThresholdEvaluator(few)
                .checks(
                    List.of(new Threshold(metric("p99"), "adaptive", null, 1, null, null, false))))
        .extracting(Check::actual)
        .containsExactly("unknown");
  }

  @Test
  void inAClosedLoopTheBestMayBeLate() {
    RunResult adaptive = run("adaptive", Role.SUBJECT, "low", 1_000, 200);
    RunResult late = run("static 1", Role.RIVAL, "low", 500, 900);
    Threshold threshold =
        new Threshold(
            metric("sustained"), "adaptive", null, null, 1, null, Role.RIVAL, true, null, 500);

    assertThat(new ThresholdEvaluator(List.of(adaptive, late)).checks(List.of(threshold)))
        .extracting(Check::actual)
        .containsExactly("unknown");
    List<RunResult> closed = List.of(Runs.closed(adaptive), Runs.closed(late));
    Check check = new ThresholdEvaluator(closed).checks(List.of(threshold)).get(0);
    assertThat(check.met()).isTrue();
    assertThat(check.required()).doesNotContain("p99");
  }

  @Test
  void aMissByAHairIsShownWithTheDigitsThatMakeIt() {
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 949.6, 200),
            run("static 1", Role.RIVAL, "low", 1_000, 200));
    Threshold ratio =
        new Threshold(metric("sustained"), "adaptive", null, 0.95, "static 1", null, false);
    Threshold value = new Threshold(metric("sustained"), "adaptive", null, 950, null, null, false);

    List<Check> checks = new ThresholdEvaluator(runs).checks(List.of(ratio, value));

    assertThat(checks).extracting(Check::met).containsExactly(false, false);
    assertThat(checks.get(0).actual()).contains("0.9496");
    assertThat(checks.get(1).actual()).isEqualTo("949.6");
  }

  @Test
  void whatThePlanLeftOutIsNotChecked() {
    assertThat(checks(new Threshold(metric("p99"), "gone", null, 1, null, null, false))).isEmpty();
    assertThat(checks(new Threshold(metric("p99"), "adaptive", "low", 1, "gone", null, false)))
        .isEmpty();
  }

  @Test
  void anUnknownFigureIsNotMet() {
    List<Check> checks =
        checks(new Threshold(metric("transactional"), "adaptive", "low", 0, null, null, false));

    assertThat(checks.get(0).met()).isFalse();
    assertThat(checks.get(0).actual()).isEqualTo("unknown");
  }

  @Test
  void cpuIsOfTheProcessesThatAreNamed() {
    RunResult run = RUNS.get(0);

    assertThat(metric("cpu").value(run)).hasValue(16);
    assertThat(metric("cpu:gateway").value(run)).hasValue(10);
    assertThat(metric("cpu:gateway+broker").value(run)).hasValue(15);
    assertThat(metric("cpu:server").value(run)).as("the gateway is the server").hasValue(10);
    assertThat(metric("cpu:server+broker").value(run)).hasValue(15);
    RunResult other = Runs.withProcesses(run, List.of(new ProcessCost("server", 7, 0.5, 100)));
    assertThat(metric("cpu:server").value(other)).hasValue(7);
    assertThat(metric("cpu:gateway").value(other)).isEmpty();
    for (String unknown : List.of("cpu:", "cpu:gatway", "cpu:load+load", "cpu:load+")) {
      assertThat(Metric.named(unknown)).as(unknown).isEmpty();
    }
  }

  private static Metric metric(String name) {
    return Metric.named(name).orElseThrow();
  }

  private static List<Check> checks(Threshold threshold) {
    return new ThresholdEvaluator(RUNS).checks(List.of(threshold));
  }

  private static Check only(Threshold threshold) {
    List<Check> checks = checks(threshold);
    assertThat(checks).hasSize(1);
    return checks.get(0);
  }
}
