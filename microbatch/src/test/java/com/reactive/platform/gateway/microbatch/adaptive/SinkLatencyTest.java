package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which p99 a window counts with. Times are milliseconds. */
class SinkLatencyTest {
  private static final long MILLI = 1_000_000;

  private final SinkLatency latency = new SinkLatency();

  @Test
  void countsAsItIsBeforeAnythingIsKnown() {
    assertThat(counted(seen(8, 30, 8))).isEqualTo(30);
  }

  @Test
  void countsWithTheLeastOfTheLastWindowsAndWhatThePauseHeldBack() {
    latency.note(seen(0, 60, 1));
    latency.note(seen(0, 3, 1));
    assertThat(counted(seen(0, 60, 1))).isEqualTo(3);
    assertThat(counted(seen(8, 50, 8))).isEqualTo(11);
    assertThat(counted(seen(8, 50, 45)))
        .as("held back for 8, the rest is disturbance")
        .isEqualTo(11);
    assertThat(counted(seen(8, 9, 8))).as("less than ever").isEqualTo(9);
  }

  @Test
  void moreThanTheIncumbentEverHadIsThePausesOwnFault() {
    latency.note(seen(0, 20, 1));
    latency.note(seen(0, 3, 1));
    assertThat(counted(seen(8, 29, 8))).isEqualTo(29);
  }

  @Test
  void forgetsWhatIsLongAgo() {
    latency.note(seen(0, 60, 1));
    for (int i = 0; i < 8; i++) {
      latency.note(seen(0, 5, 1));
    }
    assertThat(counted(seen(8, 50, 8))).isEqualTo(50);
    latency.forget();
    assertThat(counted(seen(0, 7, 1))).isEqualTo(7);
  }

  @Test
  void aBacklogTellsNothing() {
    latency.note(Windows.saturated(limits(0), 1_000));
    assertThat(counted(seen(8, 30, 8))).isEqualTo(30);
  }

  private long counted(Observation seen) {
    return latency.undisturbed(seen).p99Nanos() / MILLI;
  }

  private static FlushLimits limits(long pauseMillis) {
    return new FlushLimits(1 << 20, 10 * MILLI, pauseMillis * MILLI);
  }

  private static Observation seen(long pauseMillis, long p99Millis, long waitP99Millis) {
    return new Observation(
        Windows.LEVEL,
        limits(pauseMillis),
        1_000,
        100_000,
        Windows.WALL_NANOS,
        1,
        p99Millis * MILLI,
        waitP99Millis * MILLI,
        100,
        false,
        true);
  }
}
