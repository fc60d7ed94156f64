package com.reactive.platform.gateway.microbatch.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LimitsBoxTest {
  private static final long MILLI = 1_000_000;

  @Test
  void theCapShortensTheBudgetAndTheBootstrapWithIt() {
    LimitsBox box = LimitsBox.of(PressureLevel.L7_HIGH, 20 * MILLI, 1 << 20);

    assertThat(box.budgetNanos()).isEqualTo(20 * MILLI);
    assertThat(box.bootstrap()).isEqualTo(new FlushLimits(1 << 20, 10 * MILLI));
  }

  @Test
  void theCapDoesNotLengthenTheBudget() {
    LimitsBox box = LimitsBox.of(PressureLevel.L2_FAST, 20 * MILLI, Integer.MAX_VALUE);

    assertThat(box.budgetNanos()).isEqualTo(5 * MILLI);
    assertThat(box.bootstrap()).isEqualTo(PressureLevel.L2_FAST.bootstrap());
    assertThat(box.maxFlushBytes()).isEqualTo(64 << 20);
  }

  @Test
  void aBudgetUnderTheFloorIsTheWholeRange() {
    LimitsBox box = LimitsBox.of(PressureLevel.L1_REALTIME, 100_000, 4096);

    assertThat(box.minIntervalNanos()).isEqualTo(100_000);
    assertThat(box.bootstrap()).isEqualTo(new FlushLimits(4096, 100_000));
  }

  @Test
  void aSinkThatTakesLessThanTheFloorIsObeyed() {
    LimitsBox box = LimitsBox.of(PressureLevel.L1_REALTIME, MILLI, 100);

    assertThat(box.bootstrap().flushBytes()).isEqualTo(100);
    assertThat(box.random(new SplittableRandom(1)).flushBytes()).isEqualTo(100);
  }

  @Test
  void stepsAreInOctavesAndEndAtTheWalls() {
    LimitsBox box = LimitsBox.of(PressureLevel.L5_BALANCED, Long.MAX_VALUE, 1 << 20);
    FlushLimits from = new FlushLimits(8192, 4 * MILLI);

    assertThat(box.step(from, 2, -1)).isEqualTo(new FlushLimits(32768, 2 * MILLI));
    assertThat(box.step(from, -10, 10)).isEqualTo(new FlushLimits(1024, 100 * MILLI));
    assertThat(box.step(from, 10, -10)).isEqualTo(new FlushLimits(1 << 20, MILLI / 2));
  }

  @Test
  void chanceReachesEveryOrderOfMagnitude() {
    LimitsBox box = LimitsBox.of(PressureLevel.L7_HIGH, Long.MAX_VALUE, 64 << 20);
    SplittableRandom random = new SplittableRandom(7);
    int small = 0;
    int brief = 0;
    for (int i = 0; i < 1_000; i++) {
      FlushLimits limits = box.random(random);
      small += limits.flushBytes() < 1 << 18 ? 1 : 0; // half of 1 KiB to 64 MiB, by octaves
      brief += limits.flushIntervalNanos() < 22 * MILLI ? 1 : 0; // half of 0.5 ms to 1 s
    }
    assertThat(small).isBetween(400, 600);
    assertThat(brief).isBetween(400, 600);
  }
}
