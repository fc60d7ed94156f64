package com.reactive.platform.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.http.StageTimes.Stage;
import java.util.List;
import org.junit.jupiter.api.Test;

class StageTimesTest {
  @Test
  void eachStageLastsFromTheEndOfTheOneBefore() {
    StageMarks marks = new StageMarks(1_000);
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
    StageMarks marks = new StageMarks(0);
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
    StageTimes times = new StageTimes();
    StageTimes.Loop loop = times.newLoop();
    count(loop);
    assertThat(times.summaries()).allMatch(summary -> summary.count() == 1);
    count(loop);
    times.reset();
    assertThat(times.summaries()).allMatch(summary -> summary.count() == 0);
    count(loop);
    assertThat(times.summaries()).allMatch(summary -> summary.count() == 1);
  }

  private static void count(StageTimes.Loop loop) {
    StageMarks marks = new StageMarks(System.nanoTime());
    for (Stage stage : Stage.values()) {
      marks.end(stage);
    }
    loop.answered(marks);
    loop.flushed();
  }

  @Test
  void loopsAreSummedUp() {
    StageTimes times = new StageTimes();
    for (int i = 0; i < 2; i++) {
      StageTimes.Loop loop = times.newLoop();
      StageMarks marks = new StageMarks(System.nanoTime());
      for (Stage stage : Stage.values()) {
        marks.end(stage);
      }
      loop.answered(marks);
      assertThat(times.summaries().get(0).count()).as("not flushed yet").isEqualTo(i);
      loop.flushed();
    }
    List<StageTimes.Summary> summaries = times.summaries();
    assertThat(summaries).hasSize(Stage.COUNT + 1).allMatch(summary -> summary.count() == 2);
    assertThat(summaries.get(0).stage()).isEqualTo("read");
    assertThat(summaries.get(Stage.COUNT).stage()).isEqualTo("total");
  }
}
