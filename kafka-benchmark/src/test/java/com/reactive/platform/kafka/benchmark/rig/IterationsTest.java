package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Batches;
import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import com.reactive.platform.kafka.benchmark.result.RunResult.LoadKind;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import com.reactive.platform.kafka.benchmark.result.RunResult.Rates;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.RunResult.Round;
import com.reactive.platform.kafka.benchmark.result.Verdict;
import com.reactive.platform.kafka.benchmark.result.Verification;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class IterationsTest {
  @Test
  void ratesAreMediansAndCountsAreSums() {
    RunResult merged = Iterations.merge(List.of(turn("a", 10), turn("a", 40), turn("a", 20)));

    assertThat(merged.rates()).isEqualTo(new Rates(200, 20, 20.0, 2));
    assertThat(merged.turnRates()).containsExactly(10.0, 40.0, 20.0);
    assertThat(merged.rounds())
        .extracting(Round::rates)
        .containsExactly(rates(10), rates(40), rates(20));
    assertThat(merged.rounds().get(1).processes())
        .containsExactly(new ProcessCost("load", 40, 0.4, 400));
    assertThat(merged.turns()).isEqualTo(3);
    assertThat(merged.seconds()).isEqualTo(6);
    assertThat(merged.processes()).containsExactly(new ProcessCost("load", 20, 0.2, 400));
    assertThat(merged.efficiency()).isEqualTo(new Efficiency(20.0, null, 60.0, 1_500.0, 0.2, 2.0));
    assertThat(merged.verification())
        .isEqualTo(new Verification(true, true, 70, 70, 0, 0, 70, 70, 70, 0, 0, 0, null, ""));
    assertThat(merged.batches())
        .isEqualTo(new Batches(70, (100 + 1600 + 400) / 70.0, 8, Map.of("N", 70L)));
    assertThat(merged.series()).extracting(Point::perSecond).containsExactly(10.0);
    assertThat(merged.settings()).containsEntry("acks", "all").containsEntry("n", "10 / 40 / 20");
    assertThat(merged.verdict()).isEqualTo(Verdict.PASS);
  }

  @Test
  void ofTwoTheMedianIsTheMiddle() {
    assertThat(Iterations.merge(List.of(turn("a", 10), turn("a", 40))).rates().sustained())
        .isEqualTo(25);
  }

  @Test
  void latenciesAreThoseOfAllMessagesNotMeansOfPercentiles() {
    Iteration many = turn("a", 10);
    Iteration few = turn("a", 20);
    many.latencies().recordValueWithCount(1_000_000, 990);
    few.latencies().recordValueWithCount(9_000_000, 10);

    RunResult.Latency latency = Iterations.merge(List.of(many, few)).latency();
    assertThat(latency.count()).isEqualTo(1_000);
    assertThat(latency.p50()).isBetween(999.0, 1_001.0);
    assertThat(latency.p99()).isBetween(999.0, 1_001.0);
    assertThat(latency.p999()).isBetween(8_990.0, 9_010.0);
  }

  @Test
  void oneTurnIsItself() {
    Iteration turn = turn("a", 10);
    assertThat(Iterations.merge(List.of(turn))).isEqualTo(turn.result());
  }

  @Test
  void aTurnThatFailedFailsThemAll() {
    RunResult merged =
        Iterations.merge(List.of(turn("a", 10), turn("a", 20, "broke"), turn("a", 30)));
    assertThat(merged.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(merged.reasons()).containsExactly("turn 2: broke");
    assertThat(merged.verification().verified()).isFalse();
    assertThat(merged.verification().detail()).isEqualTo("broke");
  }

  @Test
  void differentTargetsAreNotSummedUp() {
    assertThatThrownBy(() -> Iterations.merge(List.of(turn("a", 1), turn("b", 1))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("turns of different kinds");
    assertThatThrownBy(() -> Iterations.merge(List.of()))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static Rates rates(int n) {
    return new Rates(10 * n, n, (double) n, n / 10.0);
  }

  private static Iteration turn(String target, int n, String... reasons) {
    Histogram latencies = Latencies.newHistogram();
    boolean verified = reasons.length == 0;
    RunResult result =
        new RunResult(
            target,
            Role.SUBJECT,
            "64 connections",
            LoadKind.CLOSED,
            2,
            64,
            null,
            null,
            100,
            "random",
            1,
            1,
            2,
            1,
            Map.of("acks", "all", "n", Integer.toString(n)),
            rates(n),
            List.of((double) n),
            List.of(),
            Latencies.of(latencies),
            null,
            List.of(new ProcessCost("load", n, n / 100.0, 10 * n)),
            new Efficiency(
                (double) n, null, 3.0 * n, n == 40 ? null : 100.0 * n, n / 100.0, n / 10.0),
            new Verification(
                true, verified, n, n, 0, 0, n, n, n, 0, 0, 0, null, String.join("", reasons)),
            new Batches(n, n, 8, Map.of("N", (long) n)),
            List.of(new Point(0.5, n, 1, 2, null, null, null, null, null)),
            Verdict.of(List.of(reasons)),
            List.of(reasons));
    return new Iteration(result, latencies, latencies, 0);
  }
}
