package com.reactive.platform.gateway.admin.view;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LastMinuteTest {
  private final LastMinute minute = new LastMinute();

  @Test
  void whatWasThereBeforeAMinuteIsForgotten() {
    assertThat(minute.growth(Map.of("a", 100L))).containsEntry("a", 0L);
    assertThat(minute.growth(Map.of("a", 107L))).containsEntry("a", 7L);
    for (int second = 2; second <= 60; second++) {
      assertThat(minute.growth(Map.of("a", 107L))).as("after %d s", second).containsEntry("a", 7L);
    }
    assertThat(minute.growth(Map.of("a", 107L))).containsEntry("a", 0L);
    assertThat(minute.growth(Map.of("a", 110L))).containsEntry("a", 3L);
  }

  @Test
  void whatIsNewHasNotGrownYet() {
    minute.growth(Map.of("a", 1L));
    assertThat(minute.growth(Map.of("a", 2L, "b", 50L))).containsEntry("a", 1L);
    assertThat(minute.growth(Map.of("b", 51L))).containsExactly(Map.entry("b", 1L));
  }
}
