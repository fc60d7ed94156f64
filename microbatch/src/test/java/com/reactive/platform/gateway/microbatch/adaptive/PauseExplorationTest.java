package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which H is tried after which. Times are microseconds. */
class PauseExplorationTest {
  private final PauseExploration exploration = new PauseExploration(16_000_000);

  @Test
  void triesFarPausesFirstThenNearOnes() {
    assertThat(failing(0, 4)).containsExactly(8_000L, 2_000L, 500L, 8_000L);
  }

  @Test
  void triesNoLongerOnesThanAllowedAndOneThatIsShorter() {
    assertThat(failing(16_000, 4)).containsExactly(8_000L, 8_000L, 8_000L, 8_000L);
    exploration.promoted();
    assertThat(failing(8_000, 4)).containsExactly(16_000L, 16_000L, 16_000L, 4_000L);
    exploration.promoted();
    assertThat(failing(500, 4)).containsExactly(16_000L, 4_000L, 1_000L, 0L);
  }

  @Test
  void failuresSpaceTheTrialsUntilOneIsPromoted() {
    List<Integer> periods = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      periods.add(exploration.periodWindows());
      exploration.failed();
    }
    assertThat(periods).containsExactly(2, 2, 4, 4, 8, 8, 16, 16, 32, 32);
    exploration.promoted();
    assertThat(exploration.periodWindows()).isEqualTo(2);
  }

  @Test
  void goesOnGoingAroundForEver() {
    exploration.restore(Integer.MAX_VALUE);
    assertThat(exploration.periodWindows()).isEqualTo(PauseExploration.MOST_PERIOD_WINDOWS);
    assertThat(failing(0, 8)).contains(8_000L, 2_000L, 500L);
    exploration.regressed();
    assertThat(exploration.failures()).isZero();
  }

  @Test
  void aSmallBudgetAllowsNone() {
    assertThat(new PauseExploration(499_999).isOn()).isFalse();
    assertThat(box(1_000_000).maxPauseNanos()).isZero();
    assertThat(box(20_000_000).maxPauseNanos()).isEqualTo(16_000_000);
    assertThat(box(20_000_000).withPauses(false).maxPauseNanos()).isZero();
  }

  private static LimitsBox box(long capNanos) {
    return LimitsBox.of(PressureLevel.L5_BALANCED, capNanos, 1 << 20).withPauses(true);
  }

  private List<Long> failing(long bestMicros, int times) {
    List<Long> tried = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      tried.add(exploration.propose(bestMicros * 1_000) / 1_000);
      exploration.failed();
    }
    return tried;
  }
}
