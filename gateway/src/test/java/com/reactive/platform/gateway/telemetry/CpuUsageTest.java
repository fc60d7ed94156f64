package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CpuUsageTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void itIsTheMeanOfTheLastFiveSeconds() {
    CpuUsage cpu = new CpuUsage();
    assertThat(cpu.sample(SECOND, 7 * SECOND)).isZero();
    assertThat(cpu.sample(2 * SECOND, 9 * SECOND)).isEqualTo(2);
    assertThat(cpu.sample(3 * SECOND, 9 * SECOND)).isEqualTo(1);
    for (int second = 4; second <= 6; second++) {
      cpu.sample(second * SECOND, 9 * SECOND);
    }
    assertThat(cpu.sample(7 * SECOND, 9 * SECOND)).isZero();
  }

  @Test
  void thisProcessUsesSome() {
    CpuUsage cpu = new CpuUsage();
    long startNanos = System.nanoTime();
    cpu.sample(startNanos);
    double cores;
    do {
      cores = cpu.sample(System.nanoTime());
    } while (cores == 0 && System.nanoTime() - startNanos < 60 * SECOND);
    assertThat(cores).isPositive();
  }
}
