package com.reactive.platform.kafka.benchmark.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class JmhCpuTest {
  @Test
  void cpuTimeIsWhatTheProcessUses() {
    JmhCpu cpu = new JmhCpu();
    long start = System.nanoTime();
    while (cpu.elapsedNanos() < TimeUnit.MILLISECONDS.toNanos(50)) {
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(60));
    }
  }
}
