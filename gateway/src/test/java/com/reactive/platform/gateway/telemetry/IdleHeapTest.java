package com.reactive.platform.gateway.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("changes settings of the JVM")
class IdleHeapTest {
  private static final int USUAL_LEAST = value("MinHeapFreeRatio");
  private static final int USUAL_MOST = value("MaxHeapFreeRatio");

  private final IdleHeap heap = new IdleHeap();

  @AfterEach
  void close() {
    heap.close();
  }

  private static int value(String option) {
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    return Integer.parseInt(jvm.getVMOption(option).getValue());
  }

  private void sample(long events, int seconds) {
    for (int i = 0; i < seconds; i++) {
      heap.sample(events);
    }
  }

  @Test
  void anIdleGatewayKeepsLessFreeUntilAnEventComes() {
    sample(7, 15);
    assertThat(value("MaxHeapFreeRatio")).as("14 s without an event").isEqualTo(USUAL_MOST);
    sample(7, 1);
    assertThat(value("MaxHeapFreeRatio")).isEqualTo(20);
    assertThat(value("MinHeapFreeRatio")).isEqualTo(10);
    sample(8, 1);
    assertThat(value("MaxHeapFreeRatio")).isEqualTo(USUAL_MOST);
    assertThat(value("MinHeapFreeRatio")).isEqualTo(USUAL_LEAST);
  }

  @Test
  void whatSomebodyElseHasChangedMeanwhileStays() {
    sample(7, 16);
    HotSpotDiagnosticMXBean jvm =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    jvm.setVMOption("MaxHeapFreeRatio", "90");
    jvm.setVMOption("MinHeapFreeRatio", "80");
    try {
      heap.close();
      assertThat(value("MinHeapFreeRatio")).isEqualTo(80);
      assertThat(value("MaxHeapFreeRatio")).isEqualTo(90);
    } finally {
      jvm.setVMOption("MinHeapFreeRatio", String.valueOf(USUAL_LEAST));
      jvm.setVMOption("MaxHeapFreeRatio", String.valueOf(USUAL_MOST));
    }
  }

  @Test
  void whatTheJvmWasStartedWithStays() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:MaxHeapFreeRatio=60",
                "-cp",
                System.getProperty("java.class.path"),
                IdleJvm.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(other.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(said).endsWith(" 60");
  }

  /** Prints the settings after a time without events. */
  static final class IdleJvm {
    public static void main(String[] args) {
      IdleHeap heap = new IdleHeap();
      for (int i = 0; i < 20; i++) {
        heap.sample(0);
      }
      System.out.println(value("MinHeapFreeRatio") + " " + value("MaxHeapFreeRatio"));
    }
  }
}
