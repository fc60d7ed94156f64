package com.reactive.platform.gateway.admin.view;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.telemetry.DistributionSummary;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class LivePointTest {
  private static final Health WELL = new Health("good", "Healthy", "");
  private static final Health SLOW = new Health("warn", "Slow", "");
  private static final Health AWAY = new Health("bad", "Kafka unreachable", "");

  @Test
  void whatIsMergedHidesNoTrouble() throws IOException {
    LivePoint merged =
        LivePoint.merged(
            List.of(
                point(1_000, WELL, 10, 40), point(2_000, AWAY, 0, 900), point(3_000, SLOW, 5, 0)));
    JsonNode json = new ObjectMapper().readTree(JsonText.line(merged::writeTo));
    assertThat(json.get("t").asLong()).isEqualTo(3_000);
    assertThat(json.get("mood").asText()).isEqualTo("bad");
    assertThat(json.get("headline").asText()).isEqualTo("Kafka unreachable");
    assertThat(json.get("received").asDouble()).isEqualTo(5);
    assertThat(json.get("answers").get(1).asDouble()).isEqualTo(10);
    assertThat(json.get("micros").get(1).asLong()).isEqualTo(900);
    assertThat(json.get("lagMicros").asLong()).isEqualTo(900);
    assertThat(json.get("level").asInt()).isEqualTo(3);
  }

  @Test
  void withoutValuesThereAreNoTimes() throws IOException {
    LivePoint quiet = point(1_000, WELL, 0, 0);
    JsonNode json = new ObjectMapper().readTree(JsonText.line(quiet::writeTo));
    assertThat(json.has("micros")).isFalse();
    assertThat(json.has("messages")).isFalse();
    assertThat(json.get("heapBytes").asLong()).isEqualTo(1 << 20);
  }

  private static LivePoint point(long millis, Health health, double received, long p99) {
    DistributionSummary times =
        new DistributionSummary(p99 == 0 ? 0 : 7, p99, p99 / 2, p99, 2 * p99);
    return new LivePoint(
        millis,
        health,
        received,
        received,
        List.of(received, 2 * received),
        List.of(),
        100,
        0.5,
        1_000.0 * p99,
        1 << 20,
        0.1,
        (int) (millis / 1_000),
        1_024,
        500,
        times,
        times,
        times,
        times);
  }
}
