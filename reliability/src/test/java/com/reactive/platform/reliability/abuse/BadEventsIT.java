package com.reactive.platform.reliability.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Progress;
import com.reactive.platform.testbed.ExperimentReport;
import org.junit.jupiter.api.Test;

/** A short one: how fast things went is not looked at. */
class BadEventsIT {
  @Test
  void theQuarantineHasWhatWasAnsweredSo() throws Exception {
    ExperimentReport report =
        new BadEvents(new BadEventsPlan(200, 8, 1, 1, 2), Progress.SILENT).run();

    assertThat(report.passed()).as(report.console()).isTrue();
    assertThat(report.figure("bad events in the quarantine").value())
        .as(report.console())
        .isPositive();
    assertThat(report.console()).contains("200 bad events per second beside 8 healthy connections");
  }
}
