package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.Efficiency;
import org.junit.jupiter.api.Test;

class ResourceUseTest {
  private static final Efficiency NOTHING = new Efficiency(null, null, null, null, null, null);

  @Test
  void itIsSetAgainstTheMessages() {
    ResourceUse start = new ResourceUse(10L, 100L, 7_000L, 5_000L);
    ResourceUse end = new ResourceUse(30L, 4_100L, 407_000L, 4_005_000L);

    assertThat(end.since(start, 4_000))
        .isEqualTo(new Efficiency(5.0, 200.0, 100.0, 1_000.0, null, null));
  }

  @Test
  void whatIsNotSeenIsNotShown() {
    ResourceUse allocated = new ResourceUse(null, null, null, 7_000L);

    assertThat(ResourceUse.UNKNOWN.since(ResourceUse.UNKNOWN, 1)).isEqualTo(NOTHING);
    assertThat(allocated.since(ResourceUse.UNKNOWN, 1)).isEqualTo(NOTHING);
    assertThat(allocated.since(new ResourceUse(null, null, null, 3_000L), 2))
        .isEqualTo(new Efficiency(null, null, null, 2_000.0, null, null));
  }

  @Test
  void whereNothingIsSentThereAreNoRecordsInARequest() {
    ResourceUse idle = new ResourceUse(7L, 7L, 0L, 0L);

    assertThat(idle.since(idle, 10)).isEqualTo(new Efficiency(0.0, null, 0.0, 0.0, null, null));
    assertThat(idle.since(idle, 0)).isEqualTo(NOTHING);
  }
}
