package com.reactive.platform.gateway.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.BatcherStats;
import com.reactive.platform.gateway.microbatch.FlushReason;
import com.reactive.platform.gateway.testing.Golden;
import com.reactive.platform.gateway.testing.TestGateway;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static final LogConfig LOG =
      new LogConfig(LogConfig.Format.TEXT, LogConfig.Level.INFO, 5);

  private static Telemetry start(Map<String, String> properties) throws InterruptedException {
    TelemetryConfig config = new TelemetryConfig(0, 0, "", true, properties, LOG);
    Telemetry telemetry = Telemetry.start(config, "1.2.3", "http");
    telemetry.awaitStarted(Duration.ofMinutes(1));
    return telemetry;
  }

  private static String text(Telemetry telemetry, String accept) {
    return new String(telemetry.scrape(accept).body(), StandardCharsets.UTF_8);
  }

  private static TelemetrySources sources(Ledger ledger) {
    BatcherStats stats =
        new BatcherStats(
            7,
            700,
            2,
            3,
            7,
            700,
            1,
            100,
            0.25,
            1,
            Map.of(FlushReason.SIZE, 1L, FlushReason.IDLE, 2L),
            FlushReason.IDLE,
            65_536,
            500_000,
            0);
    TelemetrySources.Lane lane =
        new TelemetrySources.Lane(stats, 4, new TelemetrySources.Admission(4_096, 17, 5, 3));
    return new TelemetrySources(
        "1.2.3",
        () -> ledger.snapshot(1),
        () -> Map.of("default", lane),
        List.of("ready", "unreachable"),
        () -> "ready",
        () -> new TelemetrySources.Recovery(5, 4, 3, 1, 2),
        () -> new TelemetrySources.Settling(13, 1_300),
        () -> 12,
        () -> 5,
        () -> true,
        () -> Map.of("orders", "", "clicks", "topic clicks does not exist"),
        () -> Map.of("orders", new TelemetrySources.Topic(1, 1, true, 6, 2, 1)),
        () -> new TelemetrySources.Loops(250_000_000, 3),
        () -> 700,
        () -> 11,
        () -> new TelemetrySources.Bodies(1_000_000, 16_384, 6),
        () -> Map.of("http", Instant.now().plusSeconds(3_600)),
        () -> Map.of("orders", new SpoolStats(1, 2, 3, true, 4, 5, 6, 7, 8, 9)),
        () -> Map.of("orders", new TelemetrySources.Window(600_000, 42_000, 9, 1)),
        () -> 12_345,
        () -> Map.of("committed", 3L, "absent", 1L),
        () -> new TelemetrySources.Searches(5, 2, 7, 1_500_000_000),
        () -> Map.of("orders", new TelemetrySources.HotKeyLoad(12.5, 8)),
        () -> Map.of("orders", new TelemetrySources.Quarantined(21, 2)),
        () -> Map.of("address", 31L, "connections", 4L),
        () ->
            Map.of(
                "outbox",
                new SourceStats("streaming", "", true, 1, 2, false, 3, 4, 5, 6, 7, 8, 9, "0/9")));
  }

  @Test
  void thePageIsPrometheusTextAndItsNamesAreThoseThatAreDocumented() throws Exception {
    Ledger ledger = new Ledger();
    ledger.received();
    ledger.accepted();
    ledger.received();
    ledger.refused(Outcome.SCHEMA);
    try (Telemetry telemetry = start(Map.of())) {
      telemetry.observe(sources(ledger));
      telemetry
          .forRoute("/api/counter")
          .ended(ClientProtocol.HTTP1, 201, null, 3_000_000, 60, null);
      telemetry
          .forRoute("/api/counter")
          .ended(ClientProtocol.HTTP1, 422, "schema-mismatch", 90_000, 60, null);
      RequestMetrics method = telemetry.forRoute("/reactive.counter.Publisher/Publish");
      method.callEnded(ClientProtocol.GRPC, "OK", false, 3_000_000);
      method.callEnded(ClientProtocol.CONNECT, "unavailable", true, 3_000_000);
      method.messageEnded(ClientProtocol.GRPC, 201, null, 2_000_000);
      method.messageEnded(ClientProtocol.GRPC_WEB, 422, "schema-mismatch", 9_000);
      method.messageEnded(ClientProtocol.GRPC_WEB, 0, null, 9_000);
      telemetry
          .batchMetrics()
          .completed("counter-events", System.nanoTime() - TimeUnit.SECONDS.toNanos(40), null);
      telemetry.batchMetrics().answers(3).accept(3_000_000);
      Exposition page = Exposition.parse(text(telemetry, null));

      String labels =
          "{http_request_method=\"POST\",http_response_status_code=\"201\","
              + "http_route=\"/api/counter\",protocol=\"http1\",url_scheme=\"http\"";
      assertThat(page.value("http_server_request_duration_seconds_count" + labels + "}"))
          .isEqualTo(1);
      assertThat(page.value("http_server_request_duration_seconds_sum" + labels + "}"))
          .isEqualTo(0.003);
      assertThat(
              page.value(
                  "http_server_request_duration_seconds_bucket" + labels + ",le=\"0.0025\"}"))
          .isZero();
      assertThat(
              page.value("http_server_request_duration_seconds_bucket" + labels + ",le=\"0.005\"}"))
          .isEqualTo(1);
      assertThat(page.series())
          .contains(
              "http_server_request_duration_seconds_count{error_type=\"schema-mismatch\","
                  + "http_request_method=\"POST\",http_response_status_code=\"422\","
                  + "http_route=\"/api/counter\",protocol=\"http1\",url_scheme=\"http\"}");
      assertThat(page.value("http_server_request_body_size_bytes_count" + labels + "}"))
          .isEqualTo(1);
      String name = "rpc_method=\"reactive.counter.Publisher/Publish\"";
      assertThat(
              page.value(
                  "rpc_server_call_duration_seconds_count{protocol=\"grpc\","
                      + name
                      + ",rpc_response_status_code=\"OK\",rpc_system_name=\"grpc\"}"))
          .isEqualTo(1);
      assertThat(
              page.value(
                  "rpc_server_call_duration_seconds_count{error_type=\"unavailable\","
                      + "protocol=\"connect\","
                      + name
                      + ",rpc_response_status_code=\"unavailable\","
                      + "rpc_system_name=\"connectrpc\"}"))
          .isEqualTo(1);
      assertThat(
              page.value(
                  "reactive_rpc_message_duration_seconds_sum{protocol=\"grpc\","
                      + name
                      + ",rpc_system_name=\"grpc\"}"))
          .isEqualTo(0.002);
      for (String error : List.of("schema-mismatch", "client_gone")) {
        assertThat(
                page.value(
                    "reactive_rpc_message_duration_seconds_count{error_type=\""
                        + error
                        + "\",protocol=\"grpc-web\","
                        + name
                        + ",rpc_system_name=\"grpc\"}"))
            .isEqualTo(1);
      }
      String topic =
          "{messaging_destination_name=\"counter-events\",messaging_operation_name=\"send\","
              + "messaging_operation_type=\"send\",messaging_system=\"kafka\"";
      assertThat(page.value("messaging_client_sent_messages_total" + topic + "}")).isEqualTo(1);
      assertThat(
              page.value(
                  "messaging_client_operation_duration_seconds_bucket" + topic + ",le=\"30.0\"}"))
          .as("what took longer than the last bound is beyond it")
          .isZero();
      assertThat(page.value("reactive_ledger_received_total")).isEqualTo(2);
      assertThat(
              page.value("reactive_ledger_ended_total{category=\"rejected\",outcome=\"schema\"}"))
          .isEqualTo(1);
      assertThat(page.value("reactive_ledger_in_flight")).isEqualTo(1);
      assertThat(page.value("reactive_ledger_balanced")).isEqualTo(1);
      assertThat(page.value("reactive_batch_flushes_total{lane=\"default\",reason=\"idle\"}"))
          .isEqualTo(2);
      assertThat(page.value("reactive_batch_level{lane=\"default\"}")).isEqualTo(4);
      assertThat(page.value("reactive_batch_flush_bytes{lane=\"default\"}")).isEqualTo(65_536);
      assertThat(page.value("reactive_batch_flush_interval_seconds{lane=\"default\"}"))
          .isEqualTo(0.0005);
      assertThat(page.value("reactive_batch_pending_messages{lane=\"default\"}")).isEqualTo(1);
      assertThat(page.value("reactive_batch_pending_bytes{lane=\"default\"}")).isEqualTo(100);
      assertThat(page.value("reactive_batch_fill{lane=\"default\"}")).isEqualTo(0.25);
      assertThat(page.value("reactive_kafka_up{state=\"ready\"}")).isEqualTo(1);
      assertThat(page.value("reactive_kafka_up{state=\"unreachable\"}")).isZero();
      assertThat(page.value("reactive_kafka_offsets_backwards_total")).isEqualTo(2);
      assertThat(page.value("reactive_kafka_retries_total")).isEqualTo(5);
      assertThat(page.value("reactive_kafka_disconnects_total")).isEqualTo(4);
      assertThat(page.value("reactive_kafka_timeouts_total")).isEqualTo(3);
      assertThat(page.value("reactive_kafka_throttles_total")).isEqualTo(1);
      assertThat(page.value("reactive_kafka_settling_events")).isEqualTo(13);
      assertThat(page.value("reactive_kafka_settling_bytes")).isEqualTo(1_300);
      assertThat(page.value("reactive_kafka_topic_partitions{topic=\"orders\"}")).isEqualTo(6);
      assertThat(page.value("reactive_kafka_topic_leaderless{topic=\"orders\"}")).isEqualTo(2);
      assertThat(page.value("reactive_kafka_request_duration_seconds_sum{broker=\"3\"}"))
          .isEqualTo(0.003);
      assertThat(page.value("reactive_limit_refused_total{limit=\"address\"}")).isEqualTo(31);
      assertThat(page.value("reactive_ready")).isEqualTo(1);
      assertThat(page.value("reactive_http_connections")).isEqualTo(12);
      assertThat(page.value("reactive_tls_certificate_expiry_seconds{certificate=\"http\"}"))
          .isBetween(3_000.0, 3_600.0);
      assertThat(page.types())
          .containsKeys(
              "reactive_uptime_seconds",
              "reactive_version",
              "jvm_memory_used_bytes",
              "jvm_thread_count",
              "jvm_cpu_time_seconds_total",
              "target_info",
              "reactive_batch_queue_duration_seconds",
              "reactive_batch_messages",
              "reactive_batch_size_bytes");
      assertThat(page.series())
          .anyMatch(series -> series.contains("service_name=\"reactive-gateway\""));
      new Golden(MetricsTest.class).check("metrics.txt", page.families());
    }
  }

  /** A heading of the live page, and the metrics that it names. */
  private static final Pattern HEADING =
      Pattern.compile("<(?:figure|h2|h3)\\b[^>]*?(?:data-metrics=\"([^\"]*)\")?>");

  @Test
  void everyChartAndTableOfTheLivePageNamesMetricsThatAreThere() throws Exception {
    List<String> named = new ArrayList<>();
    Matcher heading = HEADING.matcher(livePage());
    while (heading.find()) {
      assertThat(heading.group(1)).as(heading.group()).isNotBlank();
      named.addAll(List.of(heading.group(1).split(" ")));
    }
    assertThat(named).hasSizeGreaterThan(30);
    try (Telemetry telemetry = start(Map.of())) {
      telemetry.observe(sources(new Ledger()));
      telemetry.forRoute("/a").ended(ClientProtocol.HTTP1, 201, null, 1, 1, null);
      telemetry.forRoute("/b.C/D").messageEnded(ClientProtocol.GRPC, 201, null, 1);
      telemetry.batchMetrics().answers(1).accept(1);
      telemetry.batchMetrics().completed("t", System.nanoTime(), null);
      System.gc(); // of which the collector tells a moment later
      TestGateway.await(
          "a collection is counted", () -> text(telemetry, null).contains("jvm_gc_duration"));
      assertThat(Exposition.parse(text(telemetry, null)).types().keySet()).containsAll(named);
    }
  }

  private static String livePage() throws IOException {
    try (InputStream page = MetricsTest.class.getResourceAsStream("/dashboard/dashboard.html")) {
      return new String(page.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void openMetricsIsServedToWhoAsksForIt() throws Exception {
    try (Telemetry telemetry = start(Map.of())) {
      String accept = "application/openmetrics-text; version=1.0.0, text/plain;q=0.5";
      assertThat(telemetry.scrape(accept).contentType()).startsWith("application/openmetrics-text");
      assertThat(text(telemetry, accept)).endsWith("# EOF\n");
      assertThat(telemetry.scrape("*/*").contentType()).startsWith("text/plain");
    }
  }

  @Test
  void theNumberOfSeriesIsBoundedWhateverComes() throws Exception {
    try (Telemetry telemetry = start(Map.of())) {
      RequestMetrics route = telemetry.forRoute("/api/counter");
      for (int i = 0; i < 10_000; i++) {
        route.ended(ClientProtocol.HTTP1, 200, "made-up-" + i, 1, 1, null);
        telemetry.forRoute("/made-up/" + i).ended(ClientProtocol.HTTP1, 201, null, 1, 1, null);
        telemetry.batchMetrics().completed("made-up-" + i, System.nanoTime(), null);
      }
      Exposition page = Exposition.parse(text(telemetry, null));
      assertThat(page.series()).hasSizeLessThan(60_000);
      assertThat(page.series().stream().filter(s -> s.contains("request_duration_seconds_count")))
          .hasSizeLessThan(600);
      double all =
          page.series().stream()
              .filter(s -> s.startsWith("http_server_request_duration_seconds_count"))
              .mapToDouble(page::value)
              .sum();
      assertThat(all).as("none is lost, only the names are").isEqualTo(20_000);
    }
  }

  @Test
  void theSameRouteHasTheSameMetrics() throws Exception {
    try (Telemetry telemetry = start(Map.of())) {
      assertThat(telemetry.forRoute("/a")).isSameAs(telemetry.forRoute("POST", "/a"));
      assertThat(telemetry.forRoute("GET", null)).isSameAs(telemetry.forRoute("GET", null));
    }
  }

  @Test
  void metricsAreSentToACollectorToo() throws Exception {
    try (Collector collector = Collector.start()) {
      try (Telemetry telemetry =
          start(
              Map.of(
                  "otel.exporter.otlp.endpoint",
                  collector.endpoint(),
                  "otel.service.name",
                  "shop-gateway"))) {
        telemetry.observe(sources(new Ledger()));
        telemetry
            .forRoute("/api/counter")
            .ended(ClientProtocol.HTTP1, 201, null, 3_000_000, 60, null);
      }
      assertThat(collector.metricNames())
          .contains(
              "http.server.request.duration",
              "reactive.ledger.received",
              "reactive.batch.level",
              "jvm.memory.used");
      assertThat(collector.resource())
          .containsEntry("service.name", "shop-gateway")
          .containsEntry("service.version", "1.2.3")
          .containsKey("service.instance.id");
    }
  }

  @Test
  void theSdkCanBeSwitchedOff() throws Exception {
    try (Telemetry telemetry = start(Map.of("otel.sdk.disabled", "true"))) {
      telemetry.observe(sources(new Ledger()));
      telemetry
          .forRoute("/api/counter")
          .ended(ClientProtocol.HTTP1, 201, null, 3_000_000, 60, null);
      assertThat(text(telemetry, null)).isEqualTo("# telemetry is off\n");
    }
  }

  @Test
  void settingsThatCannotBeUsedCostTheExportAndNotThePage() throws Exception {
    try (Telemetry telemetry =
        start(
            Map.of(
                "otel.exporter.otlp.endpoint", "not a url", "otel.traces.sampler", "nonsense"))) {
      telemetry
          .forRoute("/api/counter")
          .ended(ClientProtocol.HTTP1, 201, null, 3_000_000, 60, null);
      Exposition page = Exposition.parse(text(telemetry, null));
      assertThat(page.types()).containsKey("http_server_request_duration_seconds");
    }
  }
}
