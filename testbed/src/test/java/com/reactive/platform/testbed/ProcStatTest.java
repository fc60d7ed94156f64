package com.reactive.platform.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ProcStatTest {
  private static final long SPIN_NANOS = 30_000_000;
  private static final long PID = ProcessHandle.current().pid();

  private static Thread spinning(String name, CountDownLatch spun, CountDownLatch end) {
    Thread thread =
        new Thread(
            () -> {
              ThreadMXBean threads = ManagementFactory.getThreadMXBean();
              while (threads.getCurrentThreadCpuTime() < SPIN_NANOS) {
                Thread.onSpinWait();
              }
              spun.countDown();
              try {
                end.await();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            name);
    thread.start();
    return thread;
  }

  @Test
  void cpuTimeOfThreadsIsThatOfTheirName() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/self/schedstat")), "not counted by this kernel");
    CountDownLatch spun = new CountDownLatch(2);
    CountDownLatch end = new CountDownLatch(1);
    Thread one = spinning("spin-a", spun, end);
    Thread other = spinning("spin-b", spun, end);
    spun.await();

    long both = ProcStat.threadCpuNanos(PID, "spin-");
    assertThat(ProcStat.threadCpuNanos(PID, "spin-a")).isBetween(SPIN_NANOS, both - SPIN_NANOS);
    assertThat(both).isGreaterThanOrEqualTo(2 * SPIN_NANOS);

    end.countDown();
    one.join();
    other.join();
    assertThat(ProcStat.threadCpuNanos(PID, "nobody's")).isZero();
    assertThatThrownBy(() -> ProcStat.threadCpuNanos(0, "spin-")).isInstanceOf(IOException.class);
  }
}
