package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JmhGoalTest {
  private static final JdkRun RUN = JdkRuns.of(Map.of(Row.FLOOR, 100.0, Row.BULK, 65.0));

  @Test
  void timesComparesWithTheOtherRow() {
    assertThat(JmhGoal.times(Row.BULK, 0.65, Row.FLOOR, "floor").judge(RUN).reached()).isTrue();
    JmhVerdict missed = JmhGoal.times(Row.BULK, 0.66, Row.FLOOR, "floor").judge(RUN);
    assertThat(missed.reached()).isFalse();
    assertThat(missed.measured()).isEqualTo(0.65);
    assertThat(missed.target().wording()).isEqualTo(">= 0.66 x floor");
  }

  @Test
  void noWorseThanTheLastReleaseIsARatioLessTheTolerance() {
    JmhGoal target = JmhGoal.noWorse(Row.BULK, 0.8, 0.75, Row.FLOOR, "1.2.3");
    assertThat(target.wording()).isEqualTo(">= 0.60 x floor (0.8 in 1.2.3)");
    assertThat(target.judge(RUN).reached()).isTrue();
    JdkRun slower = JdkRuns.of(Map.of(Row.FLOOR, 100.0, Row.BULK, 59.0));
    assertThat(target.judge(slower).reached()).isFalse();
    JdkRun slowerMachine = JdkRuns.of(Map.of(Row.FLOOR, 10.0, Row.BULK, 6.5));
    assertThat(target.judge(slowerMachine).reached()).isTrue();
  }

  @Test
  void theLastReleaseNamesRowsAndItsRatiosAreReachedByItself() {
    LastRelease last = LastRelease.read();
    assertThat(last.tolerance()).isBetween(0.1, 0.9);
    assertThat(last.targets()).hasSameSizeAs(last.ratios()).isNotEmpty();
    for (int i = 0; i < last.ratios().size(); i++) {
      JmhGoal target = last.targets().get(i);
      double ratio = last.ratios().get(i).ratio();
      Row by = target.references().get(0);
      assertThat(target.judge(JdkRuns.of(Map.of(by, 50.0, target.row(), 50 * ratio))).reached())
          .as(target.wording())
          .isTrue();
    }
  }

  @Test
  void partsAreJudgedInPercent() {
    JdkRun run = JdkRuns.of(Map.of(Row.SHARE_HANDLE, 0.4, Row.IDLE_STRIPED, 0.001));
    JmhVerdict share = JmhGoal.percent(Row.SHARE_HANDLE, 33, "why").judge(run);
    assertThat(share.measured()).isEqualTo(40);
    assertThat(share.reached()).isTrue();
    assertThat(JmhGoal.percentBelow(Row.IDLE_STRIPED, 0.1, "").judge(run).reached()).isFalse();
    assertThat(JmhGoal.percentBelow(Row.IDLE_STRIPED, 0.11, "").judge(run).reached()).isTrue();
  }

  @Test
  void bytesMustBeFewer() {
    JdkRun run = JdkRuns.of(Map.of(Row.BULK, 1.0), 0.5);
    assertThat(JmhGoal.bytes(Row.BULK, 0.6, "").judge(run).reached()).isTrue();
    assertThat(JmhGoal.bytes(Row.BULK, 0.5, "").judge(run).reached()).isFalse();
  }

  @Test
  void whatWasNotMeasuredIsNotReached() {
    JdkRun empty = new JdkRun("", RUN.rows());
    empty.add(Row.BULK.fork(), ForkResult.failed("it broke"));
    for (Row row : Row.values()) {
      for (JmhGoal target : JmhGoals.of(row)) {
        assertThat(target.judge(empty).reached()).as(target.wording()).isFalse();
      }
    }
    assertThat(empty.failures()).containsExactly("BulkBenchmark.messages: it broke");
  }

  @Test
  void aFailedRoundLeavesTheOthersInTheirPlaces() {
    JdkRun run = JdkRuns.of(Map.of(Row.FLOOR, 100.0, Row.BULK, 50.0));
    run.add(Row.FLOOR.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 10.0), 0));
    run.add(Row.BULK.fork(), ForkResult.failed("it broke"));
    run.add(Row.FLOOR.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 100.0), 0));
    run.add(Row.BULK.fork(), JdkRuns.result(Map.of(JmhMetric.RATE, 50.0), 0));

    assertThat(run.series(Row.BULK).by(run.series(Row.FLOOR)).rounds())
        .containsExactly(0.5, Double.NaN, 0.5);
  }

  @Test
  void oneForkServesSeveralRows() {
    JdkRun run = new JdkRun("", JdkRuns.rows(List.of(Row.ANCESTOR_1, Row.ANCESTOR_1_ACCEPTED)));
    run.add(
        Row.ANCESTOR_1.fork(),
        JdkRuns.result(Map.of(JmhMetric.RATE, 45.0, JmhMetric.INTACT, 21.0), 0));

    assertThat(run.series(Row.ANCESTOR_1_ACCEPTED).median()).isEqualTo(45);
    assertThat(run.series(Row.ANCESTOR_1).median()).isEqualTo(21);
    assertThat(run.jdk()).isEqualTo("a JDK");
    assertThat(Optional.of(run.failures())).hasValue(List.of());
  }
}
