package com.reactive.platform.reliability.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ResendsTest {
  private static final long MILLI = 1_000_000;

  private final Resends resends = new Resends(new SplittableRandom(7));

  private static OracleFlight flight(int sequence, int attempt) {
    return new OracleFlight(new OracleEvent(7, 1, sequence), Variant.DURABLE, attempt, 0);
  }

  /** Begins before the clock's zero, as the clock may. */
  @Test
  void pausesGrowToHalfASecond() {
    long now = Long.MAX_VALUE - 10 * MILLI;
    long[] most = {50, 100, 200, 400, 500, 500};
    for (int attempt = 0; attempt < 100; attempt++) {
      long pause = most[Math.min(attempt, most.length - 1)] * MILLI;
      resends.add(flight(attempt, attempt), 0, now);
      assertThat(resends.pollDue(now + pause / 2 - 1)).isNull();
      assertThat(resends.pollDue(now + pause)).isEqualTo(flight(attempt, attempt));
    }
    assertThat(resends.size()).isZero();
  }

  @Test
  void theServersPauseIsHonoured() {
    resends.add(flight(0, 0), 1_000, 0);
    resends.add(flight(1, 0), 0, 0);
    assertThat(resends.pollDue(1_000 * MILLI - 1)).isEqualTo(flight(1, 0));
    assertThat(resends.pollDue(1_000 * MILLI - 1)).isNull();
    assertThat(resends.pollDue(1_000 * MILLI)).isEqualTo(flight(0, 0));
  }
}
