package com.reactive.platform.reliability.overload;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class OverloadPlanTest {
  /** Else it would be the generator that is measured. */
  @Test
  void asManyConnectionsAsEventsWaitAreTooFew() {
    assertThatThrownBy(() -> new OverloadPlan(60, 3, 60, 4_000, 4_000, 1_000, 256, 10, 5, "native"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("limit-rate x max-wait-ms is 4000 events");
    assertThatThrownBy(() -> new OverloadPlan(60, 1, 60, 100, 4_000, 1_000, 256, 10, 5, "java"))
        .hasMessage("the factor must be more than 1");
  }
}
