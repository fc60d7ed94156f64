package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.result.RunResult.ProcessCost;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ProcessMeterTest {
  @Test
  @Timeout(300)
  void cpuTimeOfThreadsThatHaveEndedCounts() throws InterruptedException {
    ProcessMeter meter = new ProcessMeter(Map.of("load", ProcessHandle.current().pid()));
    long cpuNanos = 0;
    while (cpuNanos < 100_000_000) {
      Thread worker = new Thread(ProcessMeterTest::work);
      worker.start();
      worker.join();
      meter.sample();
      cpuNanos = Math.round(meter.costs(1).get(0).cpuMicrosPerMessage() * 1e3);
    }
    assertThat(meter.costs(1).get(0).cores()).isPositive();
    assertThat(meter.costs(1_000).get(0).cpuMicrosPerMessage()).isEqualTo(cpuNanos / 1e6);
    assertThat(meter.costs(0).get(0).cpuMicrosPerMessage()).isZero();
    if (Files.exists(Path.of("/proc/self/status"))) {
      assertThat(meter.costs(1).get(0).rssMegabytes()).isGreaterThan(10);
    }
  }

  @Test
  void theBrokersOfAClusterAreOne() {
    long pid = ProcessHandle.current().pid();
    ProcessMeter meter = new ProcessMeter(Map.of("broker-1", pid, "broker-2", pid, "load", pid));
    meter.sample();

    assertThat(meter.costs(1))
        .extracting(ProcessCost::process)
        .containsExactlyInAnyOrder("broker", "load");
  }

  @Test
  void aProcessThatIsGoneCostsNothing() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    ProcessMeter meter = new ProcessMeter(Map.of("gone", gone.pid()));
    meter.sample();
    assertThat(meter.costs(1).get(0).cores()).isZero();
  }

  private static void work() {
    long end = System.nanoTime() + 20_000_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
