package com.reactive.platform.kafka.benchmark.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.cli.Launcher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * Gateways in processes of their own, with a real Kafka: the figures themselves are not checked.
 */
@EnabledOnOs(OS.LINUX)
class FootprintIT {
  @Test
  void oneRoundHasEveryFigure() throws Exception {
    Duration second = Duration.ofSeconds(1);
    Footprint footprint =
        new Footprint(
            Launcher.command(1_024), second, second, 1, false, 1_500, System.out::println);

    JsonNode figures = new ObjectMapper().readTree(footprint.run().json()).path("figures");
    List<String> targets = new ArrayList<>();
    for (JsonNode figure : figures) {
      String name = figure.path("name").asText();
      assertThat(figure.path("rounds")).as(name).hasSize(1);
      double median = figure.path("median").asDouble();
      if (name.contains("connection")) {
        // Of so few, it may be less than what the JIT gives back meanwhile.
        assertThat(median).as(name).isNotZero().isBetween(-50.0, 200.0);
      } else {
        assertThat(median).as(name).isNotNegative();
      }
      if (figure.has("atMost")) {
        targets.add(figure.path("atMost").asText());
        boolean reached = figure.path("median").asDouble() <= figure.path("atMost").asDouble();
        assertThat(figure.path("reached").asBoolean()).as(name).isEqualTo(reached);
      }
    }
    assertThat(figures).hasSize(13);
    assertThat(targets).containsExactly("1.5", "1.0", "150.0", "16.0", "32.0", "8.0");
  }
}
