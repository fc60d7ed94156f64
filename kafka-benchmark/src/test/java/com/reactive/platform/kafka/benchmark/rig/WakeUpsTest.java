package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class WakeUpsTest {
  @TempDir Path tasks;

  @Test
  @EnabledOnOs(OS.LINUX)
  void everySleepIsOne() throws InterruptedException {
    long pid = ProcessHandle.current().pid();
    WakeUps before = WakeUps.of(pid);
    // On a busy machine some are over before they begin.
    for (int sleeps = 0; WakeUps.of(pid).since(before) < 20; sleeps++) {
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

  @Test
  void aThreadThatEndsTakesNothingFromTheOthers() throws IOException {
    sleeps("1", 10);
    sleeps("2", 5_000);
    WakeUps before = WakeUps.of(tasks);

    sleeps("1", 17);
    sleeps("3", 4);
    Files.delete(tasks.resolve("2").resolve("status"));
    Files.delete(tasks.resolve("2"));

    assertThat(WakeUps.of(tasks).since(before)).isEqualTo(7 + 4);
  }

  @Test
  void aThreadThatEndsWhileItIsReadCountsNothing() throws IOException {
    sleeps("1", 10);
    WakeUps before = WakeUps.of(tasks);

    Files.delete(tasks.resolve("1").resolve("status"));

    assertThat(WakeUps.of(tasks).since(before)).isZero();
  }

  private void sleeps(String thread, long count) throws IOException {
    Files.writeString(
        Files.createDirectories(tasks.resolve(thread)).resolve("status"),
        "Name:\tjava\nvoluntary_ctxt_switches:\t" + count + "\nnonvoluntary_ctxt_switches:\t9\n");
  }
}
