package com.reactive.platform.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReaderRestTest {
  private static final long MICRO = 1_000;
  private static final long WAITED = 300 * MICRO;

  private final ReaderRest rest = new ReaderRest(() -> 0);

  @ParameterizedTest(name = "{1} us where the loop rests for {0}")
  @CsvSource({"8000, 7500", "1000, 500", "800, 300", "799, 0", "500, 0", "0, 0", "-70000, 0"})
  void itEndsInTimeForTheFlushAndIsWorthTheSleep(long loopMicros, long micros) {
    assertThat(rest.nanos(WAITED, loopMicros * MICRO)).isEqualTo(micros * MICRO);
  }

  @Test
  void aBacklogIsReadWithoutAnotherRest() {
    assertThat(rest.nanos(WAITED, 8_000 * MICRO)).isPositive();
    for (int i = 0; i < 1_000; i++) {
      assertThat(rest.nanos(3 * MICRO, 8_000 * MICRO)).isZero();
    }
    assertThat(rest.nanos(WAITED, 8_000 * MICRO)).isPositive();
  }

  @Test
  void whoHasCaughtUpOnceMayRestLater() {
    assertThat(rest.nanos(WAITED, 0)).isZero();
    assertThat(rest.nanos(3 * MICRO, 8_000 * MICRO)).isPositive();
  }
}
