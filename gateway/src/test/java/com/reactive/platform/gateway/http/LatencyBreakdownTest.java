package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.http.LatencyBreakdown.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyBreakdownTest {
  @Test
  void eachStageLastsFromTheEndOfTheOneBefore() {
    StageTimestamps marks = new StageTimestamps(1_000);
    long end = 1_000;
    for (Stage stage : Stage.values()) {
      end += 10 + stage.index;
      marks.end(stage, end);
    }
    long[] durations = new long[Stage.COUNT];
    assertThat(marks.durations(durations)).isEqualTo(end - 1_000);
    for (Stage stage : Stage.values()) {
      assertThat(durations[stage.index]).isEqualTo(10 + stage.index);
    }
  }

  @Test
  void theSinkMayBeFasterThanTheLoop() {
    StageTimestamps marks = new StageTimestamps(0);
    for (Stage stage : Stage.values()) {
      marks.end(stage, 100);
    }
    marks.end(Stage.STRIPE, 150);
    marks.end(Stage.KAFKA, 120);
    marks.end(Stage.HOP, 200);
    marks.end(Stage.ANSWER, 201);
    marks.end(Stage.FLUSH, 203);
    long[] durations = new long[Stage.COUNT];
    assertThat(marks.durations(durations)).isEqualTo(203);
    assertThat(durations).containsExactly(100, 0, 0, 0, 50, 0, 50, 1, 2);
  }

  @Test
  void aResetForgetsWhatWasSeenAndWhatWasNot() {
    LatencyBreakdown times = new LatencyBreakdown();
    LatencyBreakdown.Loop loop = times.newLoop();
    count(loop);
    assertThat(times.summaries()).allMatch(summary -> summary.count() == 1);
    count(loop);
    times.reset();
    assertThat(times.summaries()).allMatch(summary -> summary.count() == 0);
    count(loop);
    assertThat(times.summaries()).allMatch(summary -> summary.count() == 1);
  }

  private static void count(LatencyBreakdown.Loop loop) {
    StageTimestamps marks = new StageTimestamps(System.nanoTime());
    for (Stage stage : Stage.values()) {
      marks.end(stage);
    }
    loop.answered(marks);
    loop.flushed();
  }

  @Test
  void loopsAreSummedUp() {
    LatencyBreakdown times = new LatencyBreakdown();
    for (int i = 0; i < 2; i++) {
      LatencyBreakdown.Loop loop = times.newLoop();
      StageTimestamps marks = new StageTimestamps(System.nanoTime());
      for (Stage stage : Stage.values()) {
        marks.end(stage);
      }
      loop.answered(marks);
      assertThat(times.summaries().get(0).count()).as("not flushed yet").isEqualTo(i);
      loop.flushed();
    }
    List<LatencyBreakdown.Summary> summaries = times.summaries();
    assertThat(summaries).hasSize(Stage.COUNT + 1).allMatch(summary -> summary.count() == 2);
    assertThat(summaries.get(0).stage()).isEqualTo("read");
    assertThat(summaries.get(Stage.COUNT).stage()).isEqualTo("total");
  }
}
