package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PressureLevelTest {
  @ParameterizedTest
  @CsvSource({
    "L1_REALTIME, 0, 99, 1, 65536, 500",
    "L2_FAST, 100, 999, 5, 327680, 2500",
    "L3_LOW, 1000, 4999, 10, 655360, 5000",
    "L4_MODERATE, 5000, 19999, 50, 3276800, 25000",
    "L5_BALANCED, 20000, 99999, 100, 6553600, 50000",
    "L6_THROUGHPUT, 100000, 499999, 500, 32768000, 250000",
    "L7_HIGH, 500000, 1999999, 1000, 65536000, 500000",
    "L8_AGGRESSIVE, 2000000, 9999999, 5000, 67108864, 2500000",
    "L9_EXTREME, 10000000, 49999999, 15000, 67108864, 7500000",
    "L10_MAX, 50000000, 9223372036854775807, 30000, 67108864, 15000000",
  })
  void hasItsBandItsBudgetAndItsBootstrap(
      PressureLevel level, long lowest, long highest, long budgetMillis, int bytes, long micros) {
    assertThat(PressureLevel.fromRequestRate(lowest)).isEqualTo(level);
    assertThat(PressureLevel.fromRequestRate(highest)).isEqualTo(level);
    assertThat(level.minRequestsPer10s()).isEqualTo(lowest);
    assertThat(level.budgetNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(budgetMillis));
    assertThat(level.bootstrap())
        .isEqualTo(new FlushLimits(bytes, TimeUnit.MICROSECONDS.toNanos(micros)));
  }

  @Test
  void aNegativeRateIsRefusedByName() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> PressureLevel.fromRequestRate(-1))
        .withMessage("requestsPer10s must be at least 0, but is -1");
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "L10_MAX")
  void neighboursAreEachOthersNeighbours(PressureLevel level) {
    assertThat(level.next()).isGreaterThan(level);
    assertThat(level.next().previous()).isEqualTo(level);
  }

  @Test
  void theLadderEnds() {
    assertThat(PressureLevel.L1_REALTIME.previous()).isEqualTo(PressureLevel.L1_REALTIME);
    assertThat(PressureLevel.L10_MAX.next()).isEqualTo(PressureLevel.L10_MAX);
  }
}
