package com.reactive.platform.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.reactive.platform.gateway.telemetry.Collector;
import com.reactive.platform.gateway.telemetry.Exposition;
import com.reactive.platform.gateway.testing.Poster;
import com.reactive.platform.gateway.testing.TestGateway;
import com.reactive.platform.gateway.testing.Topic;
import com.reactive.platform.gateway.testing.WireClient;
import com.reactive.platform.kafka.embedded.testing.KafkaExtension;
import com.reactive.platform.kafka.embedded.testing.TestKafka;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a gateway tells of its work: to a collector, and to whoever asks for the metrics. */
@ExtendWith(KafkaExtension.class)
class TelemetryIT {
  private static final String BODY = "{\"sessionId\":\"s\",\"action\":\"increment\",\"value\":1}";
  private static final String TRACE_ID = "4bf92f3577b34da6a3ce929d0e0e4736";

  private static int post(Gateway gateway, String headers, String body) throws Exception {
    try (WireClient client = new WireClient(gateway.httpPort())) {
      return client.exchange(WireClient.post("/api/counter", headers, body)).status();
    }
  }

  private static String admin(Gateway gateway, String path) throws Exception {
    URI uri = URI.create("http://127.0.0.1:" + gateway.adminPort() + path);
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
    assertThat(response.statusCode()).isEqualTo(200);
    return response.body();
  }

  @Test
  void aTraceGoesFromTheCallerThroughTheBatchIntoTheRecord(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    try (Collector collector = Collector.start()) {
      Map<String, String> settings =
          Map.of(
              "REACTIVE_OTEL_EXPORTER_OTLP_ENDPOINT",
              collector.endpoint(),
              "REACTIVE_TRACING_SAMPLE_RATIO",
              "0");
      try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, settings)) {
        String caller = "traceparent: 00-" + TRACE_ID + "-00f067aa0ba902b7-01\r\n";
        assertThat(post(gateway, "Idempotency-Key: traced\r\n" + caller, BODY)).isEqualTo(201);
        assertThat(post(gateway, "Idempotency-Key: plain\r\n", BODY)).isEqualTo(201);
      }
      assertThat(collector.spans())
          .as("the other event is not sampled")
          .hasSize(3)
          .allSatisfy(span -> assertThat(Collector.traceId(span)).isEqualTo(TRACE_ID));
      Span server = collector.span("POST /api/counter");
      Span send = collector.span("send " + topic);
      assertThat(Collector.parentId(server)).isEqualTo("00f067aa0ba902b7");
      assertThat(Collector.attribute(server, "http.response.status_code")).isEqualTo("201");
      assertThat(Collector.parentId(collector.span("batch"))).isEqualTo(Collector.spanId(server));
      assertThat(Collector.parentId(send)).isEqualTo(Collector.spanId(server));

      Topic records = Topic.read(kafka, topic);
      Topic.Entry record = records.records("traced").get(0);
      assertThat(record.header("traceparent"))
          .isEqualTo("00-" + TRACE_ID + "-" + Collector.spanId(send) + "-01");
      assertThat(Collector.attribute(send, "messaging.kafka.offset"))
          .isEqualTo(Long.toString(record.raw().offset()));
      assertThat(records.records("plain").get(0).raw().headers().lastHeader("traceparent"))
          .isNull();
    }
  }

  @Test
  void aHeaderAsksForATraceAndAnErrorEndsIt(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    try (Collector collector = Collector.start()) {
      Map<String, String> settings =
          Map.of(
              "REACTIVE_OTEL_EXPORTER_OTLP_ENDPOINT", collector.endpoint(),
              "REACTIVE_TRACING_FORCE_HEADER", "X-Trace-Me",
              "REACTIVE_TRACING_SAMPLE_RATIO", "0");
      try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, settings)) {
        assertThat(post(gateway, "x-trace-me: 0\r\n", BODY)).isEqualTo(201);
        assertThat(post(gateway, "x-trace-me: 1\r\n", "{\"action\":\"fly\"}")).isEqualTo(422);
      }
      assertThat(collector.spans()).hasSize(1);
      Span server = collector.span("POST /api/counter");
      assertThat(server.getParentSpanId().isEmpty()).isTrue();
      assertThat(Collector.attribute(server, "http.response.status_code")).isEqualTo("422");
    }
  }

  @Test
  void theMetricsSayWhatTheStatusSays(TestKafka kafka) throws Exception {
    String topic = kafka.createTopic(1);
    try (Gateway gateway = TestGateway.start(kafka.bootstrapServers(), topic, Map.of())) {
      Poster.post(gateway.httpPort(), 4, 200);
      assertThat(post(gateway, "", "{")).isEqualTo(400);
      TestGateway.await("nothing is in flight", () -> gateway.ledger().inFlight() == 0);
      Exposition page = Exposition.parse(admin(gateway, "/metrics"));
      JsonNode ledger = new ObjectMapper().readTree(admin(gateway, "/status")).get("ledger");

      assertThat(page.value("reactive_ledger_received_total"))
          .isEqualTo(ledger.get("received").asDouble())
          .isEqualTo(201);
      assertThat(page.value("reactive_ledger_ended_total{category=\"acked\",outcome=\"acked\"}"))
          .isEqualTo(ledger.get("acked").asDouble())
          .isEqualTo(200);
      assertThat(page.value("reactive_ledger_balanced")).isEqualTo(1);
      assertThat(page.value("reactive_kafka_up{state=\"ready\"}")).isEqualTo(1);
      assertThat(page.value("reactive_ready")).isEqualTo(1);
      String route = "http_route=\"/api/counter\",protocol=\"http1\",url_scheme=\"http\"}";
      assertThat(
              page.value(
                  "http_server_request_duration_seconds_count{http_request_method=\"POST\","
                      + "http_response_status_code=\"201\","
                      + route))
          .isEqualTo(200);
      assertThat(
              page.value(
                  "http_server_request_body_size_bytes_sum{error_type=\"malformed-json\","
                      + "http_request_method=\"POST\",http_response_status_code=\"400\","
                      + route))
          .isEqualTo(1);
      assertThat(
              page.value(
                  "messaging_client_sent_messages_total{messaging_destination_name=\""
                      + topic
                      + "\",messaging_operation_name=\"send\",messaging_operation_type=\"send\","
                      + "messaging_system=\"kafka\"}"))
          .isEqualTo(200);
      assertThat(page.value("reactive_batch_messages_sum")).isEqualTo(200);
    }
  }
}
