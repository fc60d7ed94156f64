package com.reactive.platform.reliability.overload;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.kafka.benchmark.rig.Progress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A short one: how fast things went is not looked at. */
class OverloadIT {
  @Test
  void nothingIsLostAndMemoryIsBounded(@TempDir Path folder) throws Exception {
    OverloadPlan plan = new OverloadPlan(4, 3, 5, 500, 2_000, 1_000, 256, 3, 2);
    OverloadReport report = new Overload(plan, Progress.SILENT).run();

    assertThat(report.sound()).as(report.table()).isTrue();
    Map<String, OverloadFigure> figures =
        report.figures().stream()
            .collect(
                Collectors.toMap(
                    figure -> figure.phase() + ": " + figure.name(), Function.identity()));
    for (String phase : new String[] {"capacity", "overload", "pause"}) {
      assertThat(figures.get(phase + ": verified").value()).isEqualTo(1);
      assertThat(figures.get(phase + ": answered 201").value()).as(phase).isPositive();
    }
    assertThat(figures.get("pause: shed while paused").value()).as(report.table()).isPositive();
    // One in flight on each connection, and what one period more lets in.
    assertThat(figures.get("pause: in flight, most").value())
        .isLessThanOrEqualTo(plan.connections());

    report.write(folder);
    assertThat(Files.readString(folder.resolve("README.md"))).contains("| overload | lost |");
    assertThat(Files.readString(folder.resolve("overload.json"))).contains("\"sound\" : true");
  }
}
