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
    assertThat(failing(8_000, 4)).containsExactly(16_000L, 4_000L, 16_000L, 4_000L);
    exploration.promoted();
    assertThat(failing(500, 4)).containsExactly(16_000L, 4_000L, 1_000L, 0L);
  }

  @Test
  void failuresSpaceTheTrialsUntilOneIsPromoted() {
    assertThat(periods(0, 9)).as("of three").containsExactly(2, 2, 2, 4, 4, 4, 32, 32, 32);
    exploration.promoted();
    assertThat(periods(8_000, 6)).as("of two").containsExactly(2, 2, 4, 4, 32, 32);
    exploration.promoted();
    assertThat(periods(16_000, 3)).as("of one").containsExactly(2, 4, 32);
  }

  private List<Integer> periods(long bestMicros, int times) {
    List<Integer> periods = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      periods.add(exploration.periodWindows(bestMicros * 1_000));
      exploration.failed();
    }
    return periods;
  }

  @Test
  void goesOnGoingAroundForEver() {
    exploration.restore(Integer.MAX_VALUE);
    assertThat(exploration.periodWindows(0)).isEqualTo(PauseExploration.MOST_PERIOD_WINDOWS);
    assertThat(failing(0, 60)).endsWith(8_000L, 2_000L, 500L, 8_000L, 2_000L, 500L);
    assertThat(exploration.periodWindows(0)).isEqualTo(PauseExploration.MOST_PERIOD_WINDOWS);
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
