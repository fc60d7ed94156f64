package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import org.junit.jupiter.api.Test;

class SpendingTest {
  private static final Efficiency NOTHING = new Efficiency(null, null, null, null, null);

  @Test
  void itIsSetAgainstTheMessages() {
    Spending start = new Spending(10L, 100L, 5_000L);
    Spending end = new Spending(30L, 4_100L, 4_005_000L);

    assertThat(end.since(start, 4_000)).isEqualTo(new Efficiency(5.0, 200.0, 1_000.0, null, null));
  }

  @Test
  void whatIsNotSeenIsNotShown() {
    Spending allocated = new Spending(null, null, 7_000L);

    assertThat(Spending.UNKNOWN.since(Spending.UNKNOWN, 1)).isEqualTo(NOTHING);
    assertThat(allocated.since(Spending.UNKNOWN, 1)).isEqualTo(NOTHING);
    assertThat(allocated.since(new Spending(null, null, 3_000L), 2))
        .isEqualTo(new Efficiency(null, null, 2_000.0, null, null));
  }

  @Test
  void whereNothingIsSentThereAreNoRecordsInARequest() {
    Spending idle = new Spending(7L, 7L, 0L);

    assertThat(idle.since(idle, 10)).isEqualTo(new Efficiency(0.0, null, 0.0, null, null));
    assertThat(idle.since(idle, 0)).isEqualTo(NOTHING);
  }
}
