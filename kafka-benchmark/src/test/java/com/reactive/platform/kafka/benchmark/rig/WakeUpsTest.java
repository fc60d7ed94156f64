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
    for (int i = 0; i < 20; i++) {
      Thread.sleep(1);
    }
    assertThat(WakeUps.of(pid) - before).isGreaterThanOrEqualTo(20);
  }

  @Test
  void aProcessThatIsGoneTellsNothing() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThat(WakeUps.of(gone.pid())).isNull();
  }
}
