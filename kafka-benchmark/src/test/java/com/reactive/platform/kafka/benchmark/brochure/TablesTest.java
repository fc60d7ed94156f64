package com.reactive.platform.kafka.benchmark.brochure;

import static com.reactive.platform.kafka.benchmark.brochure.Runs.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.Check;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import com.reactive.platform.kafka.benchmark.result.Table;
import com.reactive.platform.kafka.benchmark.subject.http.StageTime;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {
  private static final List<Threshold> GOALS =
      List.of(
          new Threshold(
              Metric.named("sustained").orElseThrow(),
              "adaptive",
              null,
              0.95,
              null,
              Role.RIVAL,
              true),
          new Threshold(
              Metric.named("p99").orElseThrow(), "adaptive", null, 1.1, null, Role.RIVAL, true));

  @Test
  void theRampShowsHowBatchesChange() {
    Point early = new Point(0.5, 10, 1, 1, 1.0, "L5_BALANCED", 1 << 20, 50_000.0, 0.0);
    Point late = new Point(1, 10, 1, 1, 1.0, "L2_FAST", 320 << 10, 2_500.0, 0.0);

    RunResult slow = run("a", Role.SUBJECT, "L1_REALTIME", 10, 900, 1, 2.0, List.of(early, late));
    RunResult fast = run("a", Role.SUBJECT, "L2_FAST", 50, 900, 1, 20.0, List.of());
    List<RunResult> runs = List.of(Runs.withSubmit(slow, 4.5), Runs.withSubmit(fast, 0.3));

    assertThat(BatchingTables.ramp(runs).rows())
        .containsExactly(
            List.of(
                "L1_REALTIME",
                "1,000/s",
                "10.0/s",
                "4.50 µs",
                "450 µs",
                "2.00",
                "2.50 ms",
                "320 KiB",
                "L2_FAST"),
            List.of(
                "L2_FAST",
                "1,000/s",
                "50.0/s",
                "0.300 µs",
                "450 µs",
                "20.0 (+900.0 %)",
                "-",
                "-",
                "-"));
    assertThat(BatchingTables.summary(runs).rows())
        .containsExactly(
            List.of("Highest rate", "50.0/s at L2_FAST"),
            List.of("Submit latency", "0.300 µs to 4.50 µs"),
            List.of("Messages per batch", "2.00 → 20.0 (+900.0 %)"));
    assertThat(BatchingTables.summary(List.of(slow)).rows())
        .contains(List.of("Submit latency", "unknown"));
  }

  @Test
  void theSweepHoldsEveryTargetAgainstTheSameGoals() {
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200),
            run("static 1", Role.RIVAL, "low", 1_000, 200),
            run("adaptive", Role.SUBJECT, "high", 10_000, 200),
            run("static 1", Role.RIVAL, "high", 8_000, 200),
            run("static 2", Role.RIVAL, "low", 1_000, 900),
            run("static 2", Role.RIVAL, "high", 10_000, 200));
    SweepTable sweep = new SweepTable(GOALS, runs);

    assertThat(sweep.table().rows())
        .containsExactly(
            List.of("adaptive", "2 of 2", "×1.00", "×1.00", "low; high"),
            List.of("static 1", "1 of 2", "×0.80", "×1.00", "low"),
            List.of("static 2", "1 of 2", "×1.00", "×4.50", "high"));
    assertThat(sweep.noRivalDoes().met()).isTrue();
    assertThat(sweep.noRivalDoes().binding()).isFalse();
  }

  @Test
  void theSweepSaysWhichSettingMissesWhichGoalWhere() {
    Threshold inTime =
        new Threshold(
            Metric.named("p99").orElseThrow(), "adaptive", null, 500, null, null, true, null);
    Threshold asFast =
        new Threshold(
            Metric.named("sustained").orElseThrow(),
            "adaptive",
            null,
            null,
            0.95,
            null,
            Role.RIVAL,
            true,
            null,
            500);
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200),
            run("static 1", Role.RIVAL, "low", 1_000, 200),
            run("static 2", Role.RIVAL, "low", 5_000, 900),
            run("adaptive", Role.SUBJECT, "high", 10_000, 600),
            run("static 1", Role.RIVAL, "high", 8_000, 200),
            run("far", Role.RIVAL, "far", 10, 200));
    SweepTable sweep = new SweepTable(List.of(inTime, asFast), runs);

    assertThat(sweep.failures().columns()).containsExactly("Target", "low", "high", "far");
    assertThat(sweep.failures().rows())
        .containsExactly(
            List.of("adaptive", "✓", "p99 600 µs", ""),
            List.of("static 1", "✓", "✓", ""),
            List.of("static 2", "p99 900 µs", "", ""),
            List.of("far", "", "", "✓"));
    assertThat(sweep.noRivalDoes().actual()).as("far has one load").isEqualTo("static 1");
    assertThat(sweep.table().note()).contains("p99 <= 500 µs");
  }

  @Test
  void whatIsRequiredAgainstOneTargetIsHeldAgainstAllOfThem() {
    Threshold faster =
        new Threshold(
            Metric.named("sustained").orElseThrow(), "adaptive", "low", 1.2, "none", null, true);
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_300, 200),
            run("none", Role.RIVAL, "low", 1_000, 200),
            run("static", Role.RIVAL, "low", 1_100, 200),
            run("none", Role.RIVAL, "high", 1_000, 200));
    SweepTable sweep = new SweepTable(List.of(GOALS.get(0), faster), runs);

    assertThat(sweep.failures().rows())
        .containsExactly(
            List.of("adaptive", "✓", ""),
            List.of("none", "sustained ×0.91, sustained ×1.00 of none", "✓"),
            List.of("static", "sustained ×1.10 of none", ""));
    assertThat(sweep.table().columns()).filteredOn(column -> column.startsWith("Worst")).hasSize(1);
    assertThat(sweep.table().note()).contains("sustained at low >= ×1.20 of none");
  }

  @Test
  void aGoalMayLeaveALoadOut() {
    Threshold inTime =
        new Threshold(
            Metric.named("p99").orElseThrow(),
            "adaptive",
            null,
            "high",
            500,
            null,
            null,
            true,
            null,
            Threshold.ANY_P99);
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 600),
            run("static", Role.RIVAL, "low", 1_000, 200),
            run("adaptive", Role.SUBJECT, "high", 1_000, 600),
            run("static", Role.RIVAL, "high", 1_000, 200));

    SweepTable sweep = new SweepTable(List.of(GOALS.get(0), inTime), runs);

    assertThat(sweep.failures().rows().get(0)).containsExactly("adaptive", "p99 600 µs", "✓");
    assertThat(sweep.table().columns()).contains("Worst p99 except at high");
    assertThat(new ThresholdEvaluator(runs).checks(List.of(inTime)))
        .extracting(Check::what)
        .containsExactly("p99 of adaptive at low, us");
  }

  @Test
  void aPercentileOfFewOutcomesIsHeldAgainstNobody() {
    List<RunResult> runs =
        List.of(
            Runs.withOutcomes(run("adaptive", Role.SUBJECT, "low", 1_000, 900), 999),
            Runs.withOutcomes(run("static 1", Role.RIVAL, "low", 1_000, 200), 999));

    assertThat(new SweepTable(GOALS, runs).table().rows().get(0))
        .containsExactly("adaptive", "1 of 1", "×1.00", "unknown", "low");
  }

  @Test
  void aGoalOfOneLoadIsHeldAgainstThatLoadOnly() {
    Threshold high =
        new Threshold(
            Metric.named("sustained").orElseThrow(),
            "adaptive",
            "high",
            0.95,
            null,
            Role.RIVAL,
            true);
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 100, 200),
            run("static 1", Role.RIVAL, "low", 1_000, 200),
            run("adaptive", Role.SUBJECT, "high", 10_000, 200),
            run("static 1", Role.RIVAL, "high", 8_000, 200));

    Table table = new SweepTable(List.of(high), runs).table();

    assertThat(table.columns()).contains("Worst sustained at high");
    assertThat(table.rows().get(0)).startsWith("adaptive", "1 of 1").endsWith("high");
    assertThat(table.rows().get(0).get(2)).contains("1.25");
  }

  @Test
  void aGoalWhoseYardstickFailedIsMetByNobody() {
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200),
            Runs.failed(run("static 1", Role.RIVAL, "low", 1_000, 200)));

    assertThat(new SweepTable(GOALS, runs).table().rows().get(0).get(1)).isEqualTo("0 of 1");
  }

  @Test
  void whatFailedMeetsNoGoal() {
    List<RunResult> runs =
        List.of(
            Runs.failed(run("adaptive", Role.SUBJECT, "low", 1_000, 200)),
            run("static 1", Role.RIVAL, "low", 1_000, 200));

    assertThat(new SweepTable(GOALS, runs).table().rows().get(0).get(1)).isEqualTo("0 of 1");
  }

  @Test
  void howATargetBatchedIsShownIfItHasLevels() {
    Point point = new Point(0.5, 1_000, 90, 200, 2.0, "L4_MODERATE", 1 << 20, 20_000.0, 8_000.0);
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200, 10, 2.0, List.of(point)),
            run("static", Role.RIVAL, "low", 1_000, 200));

    Table table = BatchingTables.ofTargets(runs).get(0);

    assertThat(table.title()).contains("adaptive");
    assertThat(table.rows())
        .containsExactly(
            List.of(
                "low",
                "L4_MODERATE",
                "1.00 MiB",
                "20.0 ms",
                "8.00 ms",
                "2.00",
                "IDLE 90.0 %, SIZE 10.0 %"));
    assertThat(BatchingTables.ofTargets(runs.subList(1, 2))).isEmpty();
  }

  @Test
  void aRivalThatIsGoodEverywhereIsNamed() {
    List<RunResult> runs =
        List.of(
            run("adaptive", Role.SUBJECT, "low", 1_000, 200),
            run("static 1", Role.RIVAL, "low", 1_000, 200));

    assertThat(new SweepTable(GOALS, runs).noRivalDoes().met()).isFalse();
    assertThat(new SweepTable(GOALS, runs).noRivalDoes().actual()).isEqualTo("static 1");
  }

  @Test
  void stagesAreSharesOfTheTotal() {
    Table table =
        StagesTable.table(
            "gateway",
            "64 connections",
            List.of(
                new StageTime("parse", 10, 5, 4, 9),
                new StageTime("ids", 10, 15, 4, 9),
                new StageTime("total", 10, 20, 8, 18)));

    assertThat(table.rows())
        .containsExactly(
            List.of("Parse", "5.00", "25.0 %", "4.00", "9.00"),
            List.of("IDGen", "15.0", "75.0 %", "4.00", "9.00"),
            List.of("Total", "20.0", "100.0 %", "8.00", "18.0"));
    assertThat(table.rows()).allSatisfy(row -> assertThat(row).hasSameSizeAs(table.columns()));
  }

  @Test
  void growthIsShownForWhatIsComparedBetweenLoads() {
    Threshold growth =
        new Threshold(
            Metric.named("cpu:gateway").orElseThrow(), "gw", "high", 2, null, null, true, "low");
    List<RunResult> runs =
        List.of(
            run("gw", Role.SUBJECT, "low", 1_000, 200, 10, null, List.of()),
            run("gw", Role.SUBJECT, "high", 1_000, 200, 25, null, List.of()),
            run("other", Role.SUBJECT, "high", 1_000, 200, 99, null, List.of()));

    assertThat(GrowthTable.of(List.of(growth), runs))
        .hasSize(1)
        .first()
        .satisfies(
            table -> {
              assertThat(table.columns())
                  .containsExactly("Load", "cpu:gateway, us/msg", "Compared");
              assertThat(table.rows())
                  .containsExactly(
                      List.of("low", "10.0", ""), List.of("high", "25.0", "×2.50 low"));
            });
    assertThat(GrowthTable.of(List.of(growth), runs.subList(1, 3))).isEmpty();
    assertThat(GrowthTable.of(GOALS, runs)).isEmpty();
  }
}
