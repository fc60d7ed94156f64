package com.reactive.platform.kafka.benchmark.rig;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressLineTest {
  private final AtomicLong nanos = new AtomicLong();
  private final ByteArrayOutputStream written = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(written, true, StandardCharsets.UTF_8);

  @Test
  void onATerminalTheLineIsRewritten() {
    Progress progress = new ProgressLine(out, true, nanos::get);
    progress.show("gateway, 64 connections", 0.5, 1_234_567, 12);
    progress.show("verifying", 1.2, 0, -1);
    progress.done();

    assertThat(written.toString(StandardCharsets.UTF_8))
        .isEqualTo(
            "\r\u001b[2K[############------------]  50 %  gateway, 64 connections  1,234,567 msg/s"
                + "  12 s left"
                + "\r\u001b[2K[########################] 100 %  verifying"
                + "\r\u001b[2K");
  }

  @Test
  void elsewhereThereIsALineEveryFiveSeconds() {
    Progress progress = new ProgressLine(out, false, nanos::get);
    for (int second = 0; second <= 12; second++) {
      nanos.set(TimeUnit.SECONDS.toNanos(second));
      progress.show("gateway", second / 12.0, 10, 12 - second);
    }
    progress.done();

    assertThat(written.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "[##########--------------]  42 %  gateway  10 msg/s  7 s left",
            "[####################----]  83 %  gateway  10 msg/s  2 s left");
  }
}
