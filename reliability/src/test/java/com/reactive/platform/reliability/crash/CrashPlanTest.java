package com.reactive.platform.reliability.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.reactive.platform.reliability.crash.CrashPlan.Trial;
import com.reactive.platform.reliability.oracle.PostingMode;
import java.util.List;
import org.junit.jupiter.api.Test;

class CrashPlanTest {
  private static CrashPlan plan(int kills, long seed) {
    return new CrashPlan(kills, 100, 5, 3, seed, 256, 16, 1, 0, PostingMode.USUAL, "native");
  }

  @Test
  void theSameSeedGivesTheSameTrials() {
    assertThat(plan(200, 1).trials()).isEqualTo(plan(200, 1).trials());
    assertThat(plan(200, 1).trials()).isNotEqualTo(plan(200, 2).trials());
  }

  @Test
  void eachKindComesAsOftenAsAsked() {
    List<Trial> trials = plan(200, 1).trials();

    assertThat(trials).hasSize(308);
    assertThat(trials).filteredOn(t -> t.kind() == CrashKind.KILL).hasSize(200);
    assertThat(trials).filteredOn(t -> t.kind() == CrashKind.TERM).hasSize(100);
    assertThat(trials).filteredOn(t -> t.kind() == CrashKind.SECOND_TERM).hasSize(5);
    assertThat(trials).filteredOn(t -> t.kind() == CrashKind.PAUSE).hasSize(3);
    assertThat(trials)
        .filteredOn(Trial::atStart)
        .isNotEmpty()
        .allMatch(t -> t.kind() == CrashKind.KILL);
    assertThat(trials)
        .filteredOn(t -> t.pauseMillis() > 0)
        .allMatch(t -> t.kind() == CrashKind.PAUSE);
  }

  @Test
  void theCommandNamesTheClient() {
    assertThat(plan(200, 1).command()).endsWith(" --kafka-client native");
  }

  @Test
  void whatCannotBeDoneIsRefused() {
    assertThatThrownBy(
            () -> new CrashPlan(0, 0, 0, 0, 1, 256, 16, 1, 0, PostingMode.USUAL, "native"))
        .hasMessageContaining("nothing to do");
    assertThatThrownBy(() -> plan(-1, 1)).hasMessageContaining("0 to 100000, not -1");
    assertThatThrownBy(() -> new CrashPlan(1, 0, 0, 0, 1, 8, 16, 1, 0, PostingMode.USUAL, "native"))
        .hasMessageContaining("32 MB");
  }
}
