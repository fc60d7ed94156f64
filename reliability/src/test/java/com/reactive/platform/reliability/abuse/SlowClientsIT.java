package com.reactive.platform.reliability.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Progress;
import org.junit.jupiter.api.Test;

/** A short one: how fast things went is not looked at. */
class SlowClientsIT {
  @Test
  void nobodyWhoIsWellIsRefused() throws Exception {
    SlowClientsPlan plan = new SlowClientsPlan(200, 200, 0, 8, 1, 1, 2, 1_024);
    SlowClientsReport report = new SlowClients(plan, Progress.SILENT).run();

    assertThat(report.sound()).as(report.text()).isTrue();
    assertThat(report.ratio()).isPositive();
    assertThat(report.text())
        .contains("200 slow and 200 idle clients and 0 unfinished bodies beside 8 connections")
        .contains("p99 with them / without: ");
  }

  /** Of the half bodies alone, 400 would fill two thirds of the heap; there is room for 32. */
  @Test
  void unfinishedBodiesEndNoGateway() throws Exception {
    SlowClientsPlan plan = new SlowClientsPlan(0, 0, 400, 8, 1, 3, 5, 64);
    SlowClientsReport report = new SlowClients(plan, Progress.SILENT).run();

    assertThat(report.sound()).as(report.text()).isTrue();
    assertThat(report.overloaded()).as(report.text()).isGreaterThan(300);
    assertThat(report.answeredProbes()).as(report.text()).isPositive();
  }
}
