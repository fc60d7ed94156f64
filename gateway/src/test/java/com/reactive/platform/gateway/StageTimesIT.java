package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where the time of an event goes, as {@code /status} shows it. */
@ExtendWith(KafkaExtension.class)
class StageTimesIT {
  private static final int EVENTS = 2_000;
  private static final List<String> STAGES =
      List.of("read", "ids", "transcode", "frame", "stripe", "kafka", "hop", "answer", "flush");

  /** A stage without its mark lasts no time, and the next one lasts longer. */
  private static final List<String> MARKED =
      List.of("read", "ids", "transcode", "stripe", "kafka", "hop");

  @Test
  void theStagesOfAllEventsAddUpToTheirTotal(TestKafka kafka) throws Exception {
    try (Gateway gateway =
        TestGateway.start(
            kafka.bootstrapServers(),
            kafka.createTopic(3),
            Map.of("REACTIVE_DIAGNOSTICS_STAGES", "true"))) {
      assertThat(Poster.post(gateway.httpPort(), 8, EVENTS)).allMatch(post -> post.status() == 201);

      // The last client has its answer a moment before the loop has noted it.
      TestGateway.await(
          "all are counted", () -> number(status(gateway), "stages/total/count") == EVENTS);
      Map<String, String> status = status(gateway);
      double sum = 0;
      for (String stage : STAGES) {
        assertThat(number(status, "stages/" + stage + "/count")).as(stage).isEqualTo(EVENTS);
        sum += number(status, "stages/" + stage + "/meanMicros");
      }
      for (String stage : MARKED) {
        assertThat(number(status, "stages/" + stage + "/meanMicros")).as(stage).isPositive();
      }
      assertThat(sum)
          .isCloseTo(number(status, "stages/total/meanMicros"), Percentage.withPercentage(3));
      assertThat(number(status, "stages/kafka/p99Micros"))
          .isGreaterThanOrEqualTo(number(status, "stages/kafka/p50Micros"))
          .isPositive();
    }
  }

  @Test
  void nothingIsMeasuredUnlessAskedFor(TestKafka kafka) throws Exception {
    try (Gateway gateway =
        TestGateway.start(kafka.bootstrapServers(), kafka.createTopic(1), Map.of())) {
      assertThat(status(gateway))
          .containsEntry("settings/kafka.producer.acks", "all")
          .containsEntry("settings/diagnostics.stages", "false")
          .allSatisfy((name, value) -> assertThat(name).doesNotStartWith("stages"));
    }
  }

  private static double number(Map<String, String> status, String name) {
    return Double.parseDouble(status.getOrDefault(name, "-1"));
  }

  private static Map<String, String> status(Gateway gateway) {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + "/status");
    Map<String, String> values = new TreeMap<>();
    try (JsonParser parser =
        new JsonFactory()
            .createParser(
                HttpClient.newHttpClient()
                    .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body())) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token.isScalarValue()) {
          values.put(
              parser.getParsingContext().pathAsPointer().toString().substring(1), parser.getText());
        }
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return values;
  }
}
