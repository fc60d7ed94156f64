package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class WakeUpsTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void everySleepIsOne() throws InterruptedException {
    long pid = ProcessHandle.current().pid();
    long before = WakeUps.of(pid);
    // On a busy machine some are over before they begin.
    for (int sleeps = 0; WakeUps.of(pid) - before < 20; sleeps++) {
      assertThat(sleeps).isLessThan(10_000);
      Thread.sleep(1);
    }
  }

  @Test
  void aProcessThatIsGoneTellsNothing() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThat(WakeUps.of(gone.pid())).isNull();
  }
}
