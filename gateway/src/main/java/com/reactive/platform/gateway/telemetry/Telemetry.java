package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.metrics.Meter;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Metrics and traces. What is recorded for each request goes into counters of our own, which exist
 * at once; the OpenTelemetry SDK that shows and sends them starts on a thread of its own, because
 * loading it takes longer than anything else at the start. Thread-safe.
 */
public final class Telemetry implements AutoCloseable {
  /**
   * The metrics as Prometheus reads them.
   *
   * @param body UTF-8
   */
  public record Page(String contentType, byte[] body) {}

  private static final Duration FLUSH_TIMEOUT = Duration.ofSeconds(3);
  private static final ExpositionFormatWriter PROMETHEUS = PrometheusTextFormatWriter.create();
  private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.create();

  private final long startNanos = System.nanoTime();
  private final HttpMetrics http;
  private final KafkaMetrics kafka = new KafkaMetrics();
  private final GcPauses gcPauses = GcPauses.listen();
  private final CompletableFuture<OtelSdk> sdk = new CompletableFuture<>();
  private volatile Tracing tracing = Tracing.NONE;

  private Telemetry(String scheme) {
    http = new HttpMetrics(scheme);
  }

  /**
   * Starts, and returns before all of it has started.
   *
   * @param version of the gateway
   * @param scheme {@code http} or {@code https}, of the data port
   */
  public static Telemetry start(TelemetryConfig config, String version, String scheme) {
    return start(config, version, scheme, Map.of());
  }

  /** The same with properties that go before those of the environment, for tests. */
  static Telemetry start(
      TelemetryConfig config, String version, String scheme, Map<String, String> otelProperties) {
    Telemetry telemetry = new Telemetry(scheme);
    RecordedMetrics recorded =
        new RecordedMetrics(telemetry.http, telemetry.kafka, telemetry.gcPauses.durations);
    Thread starter =
        new Thread(
            () -> {
              try {
                OtelSdk started = OtelSdk.start(config, version, scheme, recorded, otelProperties);
                JvmInstruments.register(telemetry.meter(started));
                telemetry.tracing = started.tracing();
                telemetry.sdk.complete(started);
              } catch (Throwable e) {
                telemetry.sdk.completeExceptionally(e);
                throw e;
              }
            },
            "telemetry-start");
    starter.setDaemon(true);
    starter.start();
    return telemetry;
  }

  private Meter meter(OtelSdk started) {
    return started.meters().get(MetricPoints.SCOPE_NAME);
  }

  /** Shows these figures too, from now on. To be called once. */
  public void observe(TelemetrySources sources) {
    sdk.thenAccept(started -> GatewayInstruments.register(meter(started), sources, startNanos));
  }

  /** Waits until all of it has started, but not for long: nothing depends on it. */
  public void awaitStarted(Duration timeout) throws InterruptedException {
    try {
      sdk.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
    } catch (ExecutionException | TimeoutException e) {
      // The page says so.
    }
  }

  /** The metrics of the {@code POST} requests of a route. */
  public RequestMetrics forRoute(String route) {
    return forRoute("POST", route);
  }

  /**
   * The metrics of a route's requests: always the same object, to be kept by the caller.
   *
   * @param method {@code _OTHER} for all methods that are none of HTTP's
   * @param route the template; null for requests that match none
   */
  public RequestMetrics forRoute(String method, String route) {
    return http.route(method, route);
  }

  public BatchMetrics batchMetrics() {
    return kafka;
  }

  /** Begins traces as soon as there is an exporter; none before. */
  public Tracing tracing() {
    return (method, route, traceparent, tracestate, forced) ->
        tracing.begin(method, route, traceparent, tracestate, forced);
  }

  /**
   * All metrics now. Quick, but not for an event loop that carries events.
   *
   * @param accept the {@code Accept} header: OpenMetrics if it asks for that; or null
   */
  public Page scrape(String accept) {
    ExpositionFormatWriter writer =
        accept != null && accept.contains("application/openmetrics-text")
            ? OPEN_METRICS
            : PROMETHEUS;
    if (!sdk.isDone() || sdk.isCompletedExceptionally() || sdk.join().page() == null) {
      String why = sdk.isDone() ? "telemetry is off" : "telemetry is starting";
      String end = writer == OPEN_METRICS ? "# EOF\n" : "# " + why + "\n";
      return new Page(writer.getContentType(), end.getBytes(StandardCharsets.UTF_8));
    }
    try (ByteArrayOutputStream body = new ByteArrayOutputStream()) {
      writer.write(body, sdk.join().page().collect());
      return new Page(writer.getContentType(), body.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }

  /** Sends what was not sent yet, for some seconds at most. Idempotent. */
  @Override
  public void close() {
    gcPauses.close();
    tracing = Tracing.NONE;
    sdk.thenAccept(
        started -> started.sdk().shutdown().join(FLUSH_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS));
  }
}
