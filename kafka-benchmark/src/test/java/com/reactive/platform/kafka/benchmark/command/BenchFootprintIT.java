package com.reactive.platform.kafka.benchmark.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.testbed.ChildProcess;
import com.reactive.platform.testbed.CliProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** The command in a JVM of its own, with a real Kafka: it measures; what, is not judged here. */
@EnabledOnOs(OS.LINUX)
class BenchFootprintIT {
  @Test
  void oneRoundHasEveryFigure() throws Exception {
    ChildProcess.Result result =
        CliProcess.run(
            "bench",
            "footprint",
            "--rounds",
            "1",
            "--settle-seconds",
            "1",
            "--idle-seconds",
            "1",
            "--json");

    assertThat(result.exitCode()).as(result.errors()).isZero();
    JsonNode figures = new ObjectMapper().readTree(result.out()).path("figures");
    List<String> targets = new ArrayList<>();
    for (JsonNode figure : figures) {
      String name = figure.path("name").asText();
      assertThat(figure.path("rounds")).as(name).hasSize(1);
      if (name.contains("connection")) {
        assertThat(figure.path("median").asDouble()).as(name).isBetween(0.5, 200.0);
      }
      assertThat(figure.path("median").asDouble()).as(name).isNotNegative();
      if (figure.has("atMost")) {
        targets.add(figure.path("atMost").asText());
        boolean reached = figure.path("median").asDouble() <= figure.path("atMost").asDouble();
        assertThat(figure.path("reached").asBoolean()).as(name).isEqualTo(reached);
      }
    }
    assertThat(figures).hasSize(9);
    assertThat(targets).containsExactly("1.5", "1.0", "150.0", "8.0");
  }

  @Test
  void whatCannotBeMeasuredIsWrongUsage() throws Exception {
    ChildProcess.Result result = CliProcess.run("bench", "footprint", "--rounds", "0");

    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.errors()).contains("--rounds must be 1 to 1000, not 0");
  }
}
