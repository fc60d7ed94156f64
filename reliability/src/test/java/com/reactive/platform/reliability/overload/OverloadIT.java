package com.reactive.platform.reliability.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Progress;
import com.reactive.platform.testbed.ExperimentReport;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short one: how fast things went is not looked at. */
class OverloadIT {
  @Test
  void nothingIsLostAndMemoryIsBounded(@TempDir Path folder) throws Exception {
    OverloadPlan plan = new OverloadPlan(2, 3, 4, 500, 2_000, 1_000, 256, 2, 1, "native");
    ExperimentReport report = new Overload(plan, Progress.SILENT).run();

    assertThat(report.passed()).as(report.console()).isTrue();
    for (String phase : new String[] {"capacity", "overload", "pause"}) {
      assertThat(report.figure(phase + ": verified").value()).isEqualTo(1);
      assertThat(report.figure(phase + ": answered 201").value()).as(phase).isPositive();
    }
    // Where the machine was too busy to find out what Kafka can take, too little is offered to
    // shed.
    double offered = report.figure("overload: offered, events/s").value();
    if (offered * plan.pauseSeconds() > plan.connections()) {
      assertThat(report.figure("pause: shed while paused").value())
          .as(report.console())
          .isPositive();
    }
    // One in flight on each connection, and what one period more lets in.
    assertThat(report.figure("pause: in flight, most").value())
        .isLessThanOrEqualTo(plan.connections());

    report.write(folder, "overload.json");
    assertThat(Files.readString(folder.resolve("README.md"))).contains("| overload | lost |");
    assertThat(Files.readString(folder.resolve("overload.json"))).contains("\"sound\" : true");
  }
}
