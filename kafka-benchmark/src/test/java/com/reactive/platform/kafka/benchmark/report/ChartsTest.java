package com.reactive.platform.kafka.benchmark.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.report.Chart.Band;
import com.reactive.platform.kafka.benchmark.report.Chart.Series;
import com.reactive.platform.kafka.benchmark.result.BrochureResult;
import com.reactive.platform.kafka.benchmark.result.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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
  void whatCannotBeDrawnIsNoPoint() {
    List<double[]> points = new ArrayList<>();

    Points.add(points, 1, Double.NaN);
    Points.add(points, Double.POSITIVE_INFINITY, 1);
    Points.add(points, 1, 123_456.789);

    assertThat(points).singleElement().isEqualTo(new double[] {1, 123_460});
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
