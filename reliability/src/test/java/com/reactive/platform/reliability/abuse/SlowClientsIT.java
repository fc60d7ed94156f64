package com.reactive.platform.reliability.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Progress;
import com.reactive.platform.testbed.ExperimentReport;
import org.junit.jupiter.api.Test;

/** A short one: how fast things went is not looked at. */
class SlowClientsIT {
  @Test
  void nobodyWhoIsWellIsRefused() throws Exception {
    SlowClientsPlan plan = new SlowClientsPlan(200, 200, 0, 8, 1, 1, 2, 1_024);
    ExperimentReport report = new SlowClients(plan, Progress.SILENT).run();

    assertThat(report.passed()).as(report.console()).isTrue();
    assertThat(report.figure("p99 with them / without").value()).isPositive();
    assertThat(report.console())
        .contains(
            "200 slow and 200 idle clients and 0 unfinished bodies, and 8 healthy connections")
        .contains("p99 with them / without ");
  }

  /** Of the half bodies alone, 400 would fill two thirds of the heap; there is room for 32. */
  @Test
  void unfinishedBodiesEndNoGateway() throws Exception {
    SlowClientsPlan plan = new SlowClientsPlan(0, 0, 400, 8, 1, 1, 3, 64);
    ExperimentReport report = new SlowClients(plan, Progress.SILENT).run();

    assertThat(report.passed()).as(report.console()).isTrue();
    assertThat(report.figure("unfinished bodies answered 503").value())
        .as(report.console())
        .isGreaterThan(300);
    assertThat(report.figure("admin port: answered in the crowd").value())
        .as(report.console())
        .isPositive();
  }
}
