package com.reactive.platform.gateway.microbatch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Whether anybody still comes. */
class LastCallTest {
  private static final long NOW = Long.sum(Long.MAX_VALUE, -100_000); // may overflow
  private final LastCall call = new LastCall();

  @Test
  void lastsAsLongAsItTookForFourToCome() {
    call.begin(NOW, 1_000_000, 8);
    assertThat(call.endNanos() - NOW).isEqualTo(500_000);
    assertThat(call.isOver(NOW + 499_999, 8)).isFalse();
    assertThat(call.isOver(NOW + 500_000, 9)).as("one came").isTrue();
  }

  @Test
  void isRepeatedWhenHalfAsManyCameAsBefore() {
    call.begin(NOW, 1_000_000, 8);
    assertThat(call.isOver(NOW + 600_000, 10)).isFalse();
    assertThat(call.endNanos() - NOW).isEqualTo(1_100_000);
    assertThat(call.isOver(NOW + 1_100_000, 11)).isTrue();
  }

  @Test
  void isNoShorterThanATimerCanBe() {
    call.begin(NOW, 1_000_000, 1_000);
    assertThat(call.endNanos() - NOW).isEqualTo(50_000);
    call.begin(NOW, 0, 0);
    assertThat(call.endNanos() - NOW).isEqualTo(50_000);
  }
}
