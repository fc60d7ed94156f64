package com.reactive.platform.kafka.benchmark.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Progress;
import org.junit.jupiter.api.Test;

/** A short one: how fast things went is not looked at. */
class SlowClientsIT {
  @Test
  void nobodyWhoIsWellIsRefused() throws Exception {
    SlowClientsPlan plan = new SlowClientsPlan(200, 200, 8, 1, 1, 2);
    SlowClientsReport report = new SlowClients(plan, Progress.SILENT).run();

    assertThat(report.sound()).as(report.text()).isTrue();
    assertThat(report.ratio()).isPositive();
    assertThat(report.text())
        .contains("200 slow and 200 idle clients beside 8 connections")
        .contains("p99 with them / without: ");
  }
}
