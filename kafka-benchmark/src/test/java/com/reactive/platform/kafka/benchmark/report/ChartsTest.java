package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.report.Chart.Band;
import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import com.reactive.platform.kafka.benchmark.result.RunResult.Percentile;
import com.reactive.platform.kafka.benchmark.result.RunResult.Point;
import com.reactive.platform.kafka.benchmark.result.RunResult.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ChartsTest {
  @Test
  void aChartWithoutDataIsLeftOut() {
    assertThat(timeCharts(SampleResults.single())).containsExactly("time-rate", "time-latency");
    assertThat(timeCharts(SampleResults.ramp()))
        .containsExactly(
            "time-rate", "time-latency", "time-batch", "time-level", "time-n", "time-t");
  }

  @Test
  void levelsAreBandsWithoutGaps() {
    Chart rate = new TimeCharts(shape(SampleResults.ramp())).all().get(0);
    List<Band> bands = rate.groups().get(0).bands();

    assertThat(bands).extracting(Band::name).startsWith("L5", "L1", "L2").endsWith("L9", "L10");
    for (int next = 1; next < bands.size(); next++) {
      assertThat(bands.get(next).from()).isEqualTo(bands.get(next - 1).to());
    }
    assertThat(bands.get(bands.size() - 1).to()).isEqualTo(300);
  }

  @Test
  void aSweepShowsOneLoadAtATimeAndTheBestOfTheOthers() {
    Shape shape = shape(SampleResults.sweep(16, 8));

    assertThat(new BarCharts(shape).all())
        .allSatisfy(chart -> assertThat(chart.groups()).hasSize(8));
    List<Series> p99 = new LoadCharts(shape).all().get(1).groups().get(0).series();
    assertThat(p99).extracting(Series::name).contains("adaptive", "best of the others").hasSize(17);
    assertThat(p99.get(0).style()).isEqualTo("subject");
    assertThat(p99.get(1).style()).isEqualTo("quiet");
  }

  @Test
  void loadsAreInTheirOrderAndSubjectsFirstHoweverTurnsWereTaken() {
    RunResult.Role rival = RunResult.Role.RIVAL;
    List<RunResult> turns =
        List.of(
            new SampleRun("b", rival, "low").rate(1).build(),
            new SampleRun("c", RunResult.Role.SUBJECT, "low").rate(1).build(),
            new SampleRun("c", RunResult.Role.SUBJECT, "high").rate(1).build(),
            new SampleRun("b", rival, "high").rate(1).build());

    Shape shape = Shape.of(turns);

    assertThat(shape.runs().stream().map(run -> run.load() + " " + run.target()))
        .containsExactly("low c", "low b", "high c", "high b");
    assertThat(shape.targets()).containsExactly("c", "b");
  }

  @Test
  void gradesAreRelativeToTheBestOfTheLoad() {
    Sweep rate = Sweep.all(shape(SampleResults.sweep(16, 8))).get(0);

    assertThat(rate.table().columns()).hasSize(10);
    assertThat(rate.table().rows()).hasSize(16).allMatch(row -> row.size() == 10);
    assertThat(rate.grade("adaptive", "64 connections")).isZero();
    assertThat(rate.grade("linger 0 ms, 16 KB", "64 connections")).isEqualTo(3);
    assertThat(rate.atBest("adaptive")).isEqualTo(8);
    assertThat(rate.grade("adaptive", "no such load")).isEqualTo(-1);
  }

  @Test
  void serversStandBesideEachOtherUnderAllLoads() {
    List<RunResult> runs =
        List.of(
            new SampleRun("gateway", Role.SUBJECT, "low").rate(90).gateway().build(),
            new SampleRun("Netty", Role.CEILING, "low").rate(100).server().build(),
            new SampleRun("producer", Role.RIVAL, "low").rate(100).build(),
            new SampleRun("gateway", Role.SUBJECT, "high").rate(900).gateway().build(),
            new SampleRun("Netty", Role.CEILING, "high").rate(999).server().lost(1).build());

    List<Chart> charts = new EveryLoadCharts(Shape.of(runs)).all();

    assertThat(charts).extracting(Chart::id).containsExactly("every-rate", "every-cpu");
    assertThat(charts.get(0).labels()).hasSize(2 * (1 + 3));
    assertThat(charts.get(1).labels())
        .as("without the producer, which is no server")
        .containsExactly(
            "low\n", "gateway\nlow", "Netty\nlow", "high\n", "gateway\nhigh", "Netty\nhigh");
    List<Series> cpu = charts.get(1).groups().get(0).series();
    assertThat(cpu).extracting(Series::name).containsExactly("subject", "ceiling", "failed");
    assertThat(cpu.get(0).points()).extracting(point -> point[0]).containsExactly(1.0, 4.0);
    assertThat(cpu.get(1).points()).extracting(point -> point[0]).containsExactly(2.0);
    assertThat(cpu.get(2).points()).extracting(point -> point[0]).containsExactly(5.0);
    double micros = runs.get(0).serverUnderTest().orElseThrow().cpuMicrosPerMessage();
    assertThat(cpu.get(0).points().get(0)[1]).isCloseTo(micros, Percentage.withPercentage(0.1));
    assertThat(new EveryLoadCharts(shape(SampleResults.comparison())).all()).isEmpty();
    assertThat(new EveryLoadCharts(shape(SampleResults.sweep(16, 8))).all()).isEmpty();
  }

  @Test
  void aRunThatFailedIsNoYardstick() {
    Shape shape = shape(SampleResults.fastestFails());
    Sweep rate = Sweep.all(shape).get(0);

    assertThat(rate.table().rows())
        .containsExactly(
            List.of("subject", "100 %", "100 %", "100 %", "3 of 3"),
            List.of("liar", "90 %", "FAIL", "90 %", "0 of 3"),
            List.of("rival", "80 %", "80 %", "80 %", "0 of 3"));
    assertThat(rate.grade("liar", "middle")).isEqualTo(-1);
    List<Series> lines = new LoadCharts(shape).all().get(0).groups().get(0).series();
    assertThat(lines)
        .filteredOn(line -> line.name().equals("best of the others"))
        .singleElement()
        .satisfies(best -> assertThat(best.points().get(1)).containsExactly(1, 800));
    assertThat(lines.get(lines.size() - 1).style()).isEqualTo("failed");
    assertThat(lines.get(lines.size() - 1).points())
        .singleElement()
        .isEqualTo(new double[] {1, 5_000});
    for (Chart bars : new BarCharts(shape).all()) {
      assertThat(bars.groups().get(1).series()).extracting(Series::name).endsWith("failed");
      assertThat(bars.groups().get(0).series()).extracting(Series::name).doesNotContain("failed");
    }
    assertThat(new LatencyChart(shape).chart().groups().get(1).series())
        .extracting(Series::name)
        .containsExactly("subject", "liar (FAIL)", "rival");
    assertThat(
            BrochurePage.render(SampleResults.fastestFails(), Optional.empty(), "")
                .split("<tr class=\"bad\">"))
        .hasSize(1 + 1 + 3); // its result, and its row in each of the grids
  }

  @Test
  void aSubjectThatFailedStandsForNothingAndSoDoOthers() {
    RunResult passed = new SampleRun("rival", Role.RIVAL, "load").rate(900).build();
    RunResult slow = new SampleRun("subject", Role.SUBJECT, "load").rate(9).build();
    RunResult failed = new SampleRun("subject", Role.SUBJECT, "more").rate(900).lost(1).build();

    assertThat(Shape.of(List.of(passed, slow, failed)).leading()).contains(slow);
    assertThat(Shape.of(List.of(passed, failed)).leading()).isEmpty();
    assertThat(Shape.of(List.of(passed, failed)).watched()).contains(failed);
    assertThat(Shape.of(List.of(passed)).leading()).contains(passed);
  }

  @Test
  void aBaselineThatFailedIsNone() {
    RunResult failed = new SampleRun("plain", Role.BASELINE, "load").rate(9).lost(1).build();

    assertThat(new Baseline(List.of(failed)).exists()).isFalse();
  }

  @Test
  void chartsOverTimeSayThatTheyAreOfTheFirstTurn() {
    assertThat(new TimeCharts(shape(SampleResults.comparison())).all())
        .allSatisfy(chart -> assertThat(chart.note()).contains("Of the first turn alone."));
    assertThat(new TimeCharts(shape(SampleResults.ramp())).all())
        .allSatisfy(chart -> assertThat(chart.note()).doesNotContain("turn"));
  }

  @Test
  void aLoadIsNamedPerTargetWhereTargetsHadItInDifferentWays() {
    RunResult one = new SampleRun("a", Role.SUBJECT, "full").rate(9).build();
    RunResult two = new SampleRun("b", Role.RIVAL, "full").rate(9).inFlight(1_000).build();
    RunResult three = new SampleRun("c", Role.RIVAL, "full").rate(9).build();
    RunResult other = new SampleRun("a", Role.SUBJECT, "half").rate(9).offered(9.0).build();

    assertThat(DetailTables.loads(List.of(one, two, three, other)).rows())
        .extracting(row -> row.subList(0, 7))
        .containsExactly(
            List.of("full", "a, c", "closed loop", "2", "64", "–", "–"),
            List.of("full", "b", "closed loop", "2", "1,000", "–", "–"),
            List.of("half", "all", "open loop", "2", "64", "9.00", "95 %"));
  }

  @Test
  void pointsHaveFourDigitsAndPercentilesAllTheirNines() {
    assertThat(new Percentile(99.999_904_632, 1_234.567))
        .isEqualTo(new Percentile(99.999_905, 1_235));
    assertThat(new Point(1_234.512, 81_204.4, 0.123456, 9, null, null, null, 500.04))
        .isEqualTo(new Point(1_234.512, 81_200, 0.1235, 9, null, null, null, 500.0));
  }

  @Test
  void whatCannotBeDrawnIsNoPoint() {
    List<double[]> points = new ArrayList<>();

    Points.add(points, 1, Double.NaN);
    Points.add(points, Double.POSITIVE_INFINITY, 1);
    Points.add(points, 1, 123_456.789);

    assertThat(points).singleElement().isEqualTo(new double[] {1, 123_460});
  }

  @Test
  void stepsAreDrawnWhereTheyAre() {
    List<double[]> points = new ArrayList<>();
    for (int second = 0; second < 9; second++) {
      Points.add(points, second, second < 4 ? 1 : 2);
    }

    assertThat(Points.steps(points)).extracting(point -> point[0]).containsExactly(0.0, 4.0, 8.0);
  }

  @Test
  void theRivalsOfASweepAreNotDrawnOverTime() {
    List<Chart> charts = new TimeCharts(shape(SampleResults.sweep(16, 8))).all();

    assertThat(charts.get(0).groups())
        .allSatisfy(
            of -> assertThat(of.series()).extracting(Series::name).containsExactly("adaptive"));
    assertThat(charts).allMatch(chart -> chart.note().contains("Rivals are left out."));
    assertThat(new TimeCharts(shape(SampleResults.comparison())).all().get(0).groups().get(0))
        .satisfies(of -> assertThat(of.series()).hasSize(7));
  }

  @Test
  void longSeriesAreThinned() {
    List<Integer> all = new ArrayList<>();
    for (int at = 0; at < 10_000; at++) {
      all.add(at);
    }

    assertThat(Points.thinned(all)).hasSize(400).startsWith(0, 25, 50);
  }

  @Test
  void aResultWithoutRunsHasAPage() {
    BrochureResult nothing = SampleResults.result("nothing", "Nothing ran", List.of());

    assertThat(BrochurePage.render(nothing, Optional.empty(), ""))
        .contains("VERIFIED: NO ✗ (nothing ran)");
  }

  private static List<String> timeCharts(BrochureResult result) {
    return new TimeCharts(shape(result)).all().stream().map(Chart::id).toList();
  }

  private static Shape shape(BrochureResult result) {
    return Shape.of(result.runs());
  }
}
