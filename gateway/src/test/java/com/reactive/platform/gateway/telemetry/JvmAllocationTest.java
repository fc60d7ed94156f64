package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JvmAllocationTest {
  private static final int ARRAYS = 100;
  private static final int BYTES = 1 << 20;

  private static volatile byte[] kept;

  @Test
  void whatAThreadAllocatesIsCounted() {
    long before = JvmAllocation.bytes();
    for (int i = 0; i < ARRAYS; i++) {
      kept = new byte[BYTES];
    }

    assertThat(kept).hasSize(BYTES);
    assertThat(JvmAllocation.bytes() - before).isGreaterThanOrEqualTo((long) ARRAYS * BYTES);
  }
}
