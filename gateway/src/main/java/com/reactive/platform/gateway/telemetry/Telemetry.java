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

  private final long startNanos = System.nanoTime();
  private final RpcMetrics rpc = new RpcMetrics();
  private final HttpMetrics http;
  private final KafkaMetrics kafka = new KafkaMetrics();
  private final GcPauses gcPauses = new GcPauses();
  private final String forceHeader;
  private final CompletableFuture<OtelSdk> sdk = new CompletableFuture<>();
  private volatile Tracing tracing = Tracing.NONE;

  private Telemetry(String scheme, String forceHeader) {
    http = new HttpMetrics(scheme, rpc);
    this.forceHeader = forceHeader;
  }

  /**
   * Starts, and returns before all of it has started.
   *
   * @param version of the gateway
   * @param scheme {@code http} or {@code https}, of the data port
   */
  public static Telemetry start(TelemetryConfig config, String version, String scheme) {
    Telemetry telemetry = new Telemetry(scheme, config.forceHeader());
    Thread starter =
        new Thread(() -> telemetry.startSdk(config, version, scheme), "telemetry-start");
    starter.setDaemon(true);
    starter.start();
    return telemetry;
  }

  private void startSdk(TelemetryConfig config, String version, String scheme) {
    try {
      gcPauses.listen();
      RecordedMetrics recorded = new RecordedMetrics(http, rpc, kafka, gcPauses.durations);
      OtelSdk started = OtelSdk.start(config, version, scheme, recorded);
      JvmInstruments.register(meter(started));
      tracing = started.tracing();
      sdk.complete(started);
    } catch (Throwable e) {
      sdk.completeExceptionally(e);
      throw e;
    }
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
    return new Tracing() {
      @Override
      public Trace begin(
          ClientProtocol protocol,
          String method,
          String route,
          String traceparent,
          String tracestate,
          boolean forced) {
        return tracing.begin(protocol, method, route, traceparent, tracestate, forced);
      }

      @Override
      public String forceHeader() {
        return forceHeader;
      }
    };
  }

  /**
   * All metrics now. Quick, but not for an event loop that carries events.
   *
   * @param accept the {@code Accept} header: OpenMetrics if it asks for that; or null
   */
  public Page scrape(String accept) {
    boolean openMetrics = accept != null && accept.contains("application/openmetrics-text");
    ExpositionFormatWriter writer =
        openMetrics ? OpenMetricsTextFormatWriter.create() : PrometheusTextFormatWriter.create();
    OtelSdk started = sdk.isCompletedExceptionally() ? null : sdk.getNow(null);
    if (started == null || started.page() == null) {
      String why = sdk.isDone() ? "telemetry is off" : "telemetry is starting";
      return new Page(writer.getContentType(), utf8(openMetrics ? "# EOF\n" : "# " + why + "\n"));
    }
    try (ByteArrayOutputStream body = new ByteArrayOutputStream()) {
      writer.write(body, started.page().collect());
      return new Page(writer.getContentType(), body.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory", e);
    }
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
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
