package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.microbatch.FlushReason;
import io.opentelemetry.proto.trace.v1.Span;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Spans as a collector gets them. */
class TracesTest {
  private static final String TRACE_ID = "0af7651916cd43dd8448eb211c80319c";
  private static final String CALLER = "00-" + TRACE_ID + "-b7ad6b7169203331-01";

  private Collector collector;

  @BeforeEach
  void start() throws Exception {
    collector = Collector.start();
  }

  @AfterEach
  void stop() {
    collector.close();
  }

  private Telemetry telemetry(double ratio, int cap, Map<String, String> more) throws Exception {
    LogConfig log = new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.INFO, 5);
    Map<String, String> properties = new HashMap<>(more);
    properties.put("otel.exporter.otlp.endpoint", collector.endpoint());
    Telemetry telemetry =
        Telemetry.start(
            new TelemetryConfig(ratio, cap, "x-reactive-trace", true, properties, log),
            "1",
            "http");
    telemetry.awaitStarted(Duration.ofMinutes(1));
    return telemetry;
  }

  private static Trace begin(Telemetry telemetry, String traceparent) {
    return telemetry
        .tracing()
        .begin(ClientProtocol.HTTP1, "POST", "/api/counter", traceparent, "vendor=1", false);
  }

  @Test
  void aTracedRequestIsTheExemplarOfItsBucket() throws Exception {
    try (Telemetry telemetry = telemetry(0, 100, Map.of())) {
      RequestMetrics route = telemetry.forRoute("/api/counter");
      route.ended(ClientProtocol.HTTP1, 201, null, 3_000_000, 60, null);
      Trace trace = begin(telemetry, CALLER);
      route.ended(ClientProtocol.HTTP1, 201, null, 40_000_000, 60, trace);
      route.ended(ClientProtocol.HTTP1, 201, null, 41_000_000, 60, null);
      trace.answered(201, null);
      assertThat(page(telemetry, "application/openmetrics-text").lines())
          .filteredOn(line -> line.contains(" # {"))
          .singleElement()
          .asString()
          .matches(
              "http_server_request_duration_seconds_bucket.*,le=\"0.05\"} 3 # \\{.*trace_id=\""
                  + TRACE_ID
                  + "\"} 0.04 .*");
      assertThat(page(telemetry, null)).contains("le=\"0.05\"} 3").doesNotContain(TRACE_ID);
    }
  }

  private static String page(Telemetry telemetry, String accept) {
    return new String(telemetry.scrape(accept).body(), StandardCharsets.UTF_8);
  }

  @Test
  void anEventsSpansHangTogetherFromTheCallerToTheRecord() throws Exception {
    String carried;
    try (Telemetry telemetry = telemetry(0, 100, Map.of())) {
      Trace trace = begin(telemetry, CALLER);
      trace.submitted();
      carried =
          new String(
              trace.publishing("counter-events", 17, FlushReason.IDLE), StandardCharsets.US_ASCII);
      trace.published(3, 42, null);
      trace.answered(201, null);
    }
    Span server = collector.span("POST /api/counter");
    Span batch = collector.span("batch");
    Span send = collector.span("send counter-events");
    assertThat(collector.spans())
        .hasSize(3)
        .allSatisfy(span -> assertThat(Collector.traceId(span)).isEqualTo(TRACE_ID));
    assertThat(Collector.parentId(server)).isEqualTo("b7ad6b7169203331");
    assertThat(server.getTraceState()).isEqualTo("vendor=1");
    assertThat(server.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_SERVER);
    assertThat(Collector.attribute(server, "http.request.method")).isEqualTo("POST");
    assertThat(Collector.attribute(server, "http.route")).isEqualTo("/api/counter");
    assertThat(Collector.attribute(server, "http.response.status_code")).isEqualTo("201");
    assertThat(Collector.parentId(batch)).isEqualTo(Collector.spanId(server));
    assertThat(Collector.attribute(batch, "messaging.batch.message_count")).isEqualTo("17");
    assertThat(Collector.attribute(batch, "reactive.batch.flush.reason")).isEqualTo("idle");
    assertThat(Collector.parentId(send)).isEqualTo(Collector.spanId(server));
    assertThat(send.getKind()).isEqualTo(Span.SpanKind.SPAN_KIND_PRODUCER);
    assertThat(Collector.attribute(send, "messaging.destination.partition.id")).isEqualTo("3");
    assertThat(Collector.attribute(send, "messaging.kafka.offset")).isEqualTo("42");
    assertThat(carried).isEqualTo("00-" + TRACE_ID + "-" + Collector.spanId(send) + "-01");
  }

  @Test
  void theSpanOfACallIsNamedAfterItsMethod() throws Exception {
    try (Telemetry telemetry = telemetry(1, 0, Map.of())) {
      String path = "/reactive.counter.Publisher/Publish";
      Trace trace =
          telemetry.tracing().begin(ClientProtocol.CONNECT, "POST", path, null, null, false);
      trace.callEnded("unavailable", true);
      trace.answered(503, null);
    }
    Span server = collector.span("reactive.counter.Publisher/Publish");
    assertThat(Collector.attribute(server, "rpc.system.name")).isEqualTo("connectrpc");
    assertThat(Collector.attribute(server, "rpc.method"))
        .isEqualTo("reactive.counter.Publisher/Publish");
    assertThat(Collector.attribute(server, "rpc.response.status_code")).isEqualTo("unavailable");
    assertThat(Collector.attribute(server, "error.type")).isEqualTo("unavailable");
    assertThat(server.getStatus().getCodeValue()).isEqualTo(2);
  }

  @Test
  void eachEventOfAStreamHasSpansBelowItsCallAsFarAsTheCapGoes() throws Exception {
    String carried;
    try (Telemetry telemetry = telemetry(1, 1, Map.of())) {
      String path = "/reactive.counter.Publisher/PublishStream";
      Trace call = telemetry.tracing().begin(ClientProtocol.GRPC, "POST", path, null, null, false);
      Trace first = call.ofMessage();
      assertThat(call.ofMessage()).as("the second within a second").isNull();
      first.submitted();
      carried =
          new String(
              first.publishing("counter-events", 1, FlushReason.IDLE), StandardCharsets.US_ASCII);
      first.published(3, 42, null);
      first.answered(201, null);
      call.callEnded("OK", false);
      call.answered(200, null);
    }
    Span server = collector.span("reactive.counter.Publisher/PublishStream");
    Span send = collector.span("send counter-events");
    assertThat(collector.spans()).hasSize(3);
    assertThat(Collector.parentId(send)).isEqualTo(Collector.spanId(server));
    assertThat(Collector.parentId(collector.span("batch"))).isEqualTo(Collector.spanId(server));
    assertThat(Collector.attribute(server, "http.response.status_code")).isEqualTo("200");
    assertThat(carried).contains(Collector.spanId(send));
  }

  @Test
  void aRequestWithoutATraceOfItsOwnBeginsOne() throws Exception {
    try (Telemetry telemetry = telemetry(1, 0, Map.of())) {
      begin(telemetry, null).answered(422, "schema-mismatch");
    }
    Span server = collector.span("POST /api/counter");
    assertThat(server.getParentSpanId().isEmpty()).isTrue();
    assertThat(Collector.attribute(server, "error.type")).isEqualTo("schema-mismatch");
    assertThat(server.getStatus().getCodeValue()).as("the client's error, not ours").isZero();
  }

  @Test
  void aFailureIsSeenInEachSpanThatItEnded() throws Exception {
    try (Telemetry telemetry = telemetry(1, 0, Map.of())) {
      Trace trace = begin(telemetry, null);
      trace.submitted();
      trace.publishing("counter-events", 1, FlushReason.SIZE);
      trace.published(-1, -1, new IllegalStateException("broken"));
      trace.answered(504, "unknown");
    }
    Span send = collector.span("send counter-events");
    assertThat(send.getStatus().getCodeValue()).isEqualTo(2);
    assertThat(Collector.attribute(send, "error.type"))
        .isEqualTo("java.lang.IllegalStateException");
    Span server = collector.span("POST /api/counter");
    assertThat(server.getStatus().getCodeValue()).isEqualTo(2);
    assertThat(Collector.attribute(server, "http.response.status_code")).isEqualTo("504");
    assertThat(collector.span("batch").getStatus().getCodeValue()).isZero();
  }

  @Test
  void anEventThatIsNeverSentEndsItsWaitWithTheAnswer() throws Exception {
    try (Telemetry telemetry = telemetry(1, 0, Map.of())) {
      Trace trace = begin(telemetry, null);
      trace.submitted();
      trace.answered(503, "not-written");
    }
    assertThat(Collector.attribute(collector.span("batch"), "error.type")).isEqualTo("not-written");
  }

  @Test
  void anEventThatIsNeverSentEndsItsWaitWithTheOutcomeIfTheAnswerCameBefore() throws Exception {
    try (Telemetry telemetry = telemetry(1, 0, Map.of())) {
      Trace trace = begin(telemetry, null);
      trace.submitted();
      trace.answered(202, null);
      trace.published(0, 0, new IllegalStateException("closed"));
    }
    assertThat(collector.spans()).hasSize(2);
    assertThat(Collector.attribute(collector.span("batch"), "error.type"))
        .isEqualTo("java.lang.IllegalStateException");
  }

  @Test
  void theEventsSpansGoOnWhenTheClientIsGone() throws Exception {
    try (Telemetry telemetry = telemetry(1, 0, Map.of())) {
      Trace trace = begin(telemetry, null);
      trace.submitted();
      trace.answered(0, null);
      trace.publishing("counter-events", 1, FlushReason.IDLE);
      trace.published(0, 7, null);
    }
    assertThat(collector.spans()).hasSize(3);
    Span server = collector.span("POST /api/counter");
    assertThat(Collector.attribute(server, "error.type")).isEqualTo("client_gone");
    assertThat(Collector.attribute(collector.span("send counter-events"), "messaging.kafka.offset"))
        .isEqualTo("7");
  }

  @Test
  void clientsCannotAskForMoreThanTheCap() throws Exception {
    try (Telemetry telemetry = telemetry(0, 5, Map.of())) {
      assertThat(begin(telemetry, null)).isNull();
      int sampled = 0;
      for (int i = 0; i < 3; i++) {
        Trace forced =
            telemetry
                .tracing()
                .begin(ClientProtocol.HTTP1, "POST", "/api/counter", null, null, true);
        sampled += forced == null ? 0 : 1;
      }
      assertThat(sampled).isEqualTo(3);
      for (int i = 0; i < 1_000; i++) {
        Trace trace = begin(telemetry, CALLER);
        sampled += trace == null ? 0 : 1;
      }
      // The pace adds one for each 200 ms that this takes.
      assertThat(sampled).isBetween(5, 500);
    }
  }

  @Test
  void theEnvironmentsSamplerGoesFirst() throws Exception {
    try (Telemetry telemetry = telemetry(1, 5, Map.of("otel.traces.sampler", "always_off"))) {
      assertThat(begin(telemetry, null)).isNull();
    }
    try (Telemetry telemetry = telemetry(0, 0, Map.of("otel.traces.sampler", "always_on"))) {
      begin(telemetry, null).answered(201, null);
    }
    assertThat(collector.spans()).hasSize(1);
  }

  @Test
  void withoutAnExporterThereIsNoTrace() throws Exception {
    try (Telemetry telemetry = telemetry(1, 5, Map.of("otel.traces.exporter", "none"))) {
      assertThat(begin(telemetry, CALLER)).isNull();
    }
    LogConfig log = new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.INFO, 5);
    try (Telemetry telemetry =
        Telemetry.start(new TelemetryConfig(1, 5, "", true, Map.of(), log), "1", "http")) {
      telemetry.awaitStarted(Duration.ofMinutes(1));
      assertThat(begin(telemetry, CALLER)).isNull();
    }
  }
}
