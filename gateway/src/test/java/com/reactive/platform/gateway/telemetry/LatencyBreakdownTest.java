package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyBreakdownTest {
  @Test
  void eachStageLastsFromTheEndOfTheOneBefore() {
    StageTimestamps timestamps = new StageTimestamps(1_000);
    long end = 1_000;
    for (LatencyStage stage : LatencyStage.values()) {
      end += 10 + stage.index;
      timestamps.end(stage, end);
    }
    long[] durations = new long[LatencyStage.COUNT];
    assertThat(timestamps.durations(durations)).isEqualTo(end - 1_000);
    for (LatencyStage stage : LatencyStage.values()) {
      assertThat(durations[stage.index]).isEqualTo(10 + stage.index);
    }
  }

  @Test
  void theSinkMayBeFasterThanTheLoop() {
    StageTimestamps timestamps = new StageTimestamps(0);
    for (LatencyStage stage : LatencyStage.values()) {
      timestamps.end(stage, 100);
    }
    timestamps.end(LatencyStage.STRIPE, 150);
    timestamps.end(LatencyStage.KAFKA, 120);
    timestamps.end(LatencyStage.HOP, 200);
    timestamps.end(LatencyStage.ANSWER, 201);
    timestamps.end(LatencyStage.FLUSH, 203);
    long[] durations = new long[LatencyStage.COUNT];
    assertThat(timestamps.durations(durations)).isEqualTo(203);
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
    StageTimestamps timestamps = new StageTimestamps(System.nanoTime());
    for (LatencyStage stage : LatencyStage.values()) {
      timestamps.end(stage);
    }
    loop.responded(timestamps);
    loop.flushed();
  }

  @Test
  void loopsAreSummedUp() {
    LatencyBreakdown times = new LatencyBreakdown();
    for (int i = 0; i < 2; i++) {
      LatencyBreakdown.Loop loop = times.newLoop();
      StageTimestamps timestamps = new StageTimestamps(System.nanoTime());
      for (LatencyStage stage : LatencyStage.values()) {
        timestamps.end(stage);
      }
      loop.responded(timestamps);
      assertThat(times.summaries().get(0).count()).as("not flushed yet").isEqualTo(i);
      loop.flushed();
    }
    List<LatencyBreakdown.Summary> summaries = times.summaries();
    assertThat(summaries).hasSize(LatencyStage.COUNT + 1).allMatch(summary -> summary.count() == 2);
    assertThat(summaries.get(0).stage()).isEqualTo("read");
    assertThat(summaries.get(LatencyStage.COUNT).stage()).isEqualTo("total");
  }
}
