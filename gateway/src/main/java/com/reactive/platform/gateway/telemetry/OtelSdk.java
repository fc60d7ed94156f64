package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.metrics.MeterProvider;
import io.opentelemetry.exporter.prometheus.PrometheusMetricReader;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.spi.ConfigProperties;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.MetricProducer;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.samplers.Sampler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The OpenTelemetry SDK as the {@code OTEL_*} variables want it, with our defaults: nothing is sent
 * anywhere unless an endpoint is named, and then over HTTP. It is not the process's global one.
 *
 * @param page collects for {@code /metrics}; null if the SDK is switched off
 * @param tracing begins no trace if spans would not be sent
 */
record OtelSdk(OpenTelemetrySdk sdk, PrometheusMetricReader page, Tracing tracing) {
  private static final Logger log = LoggerFactory.getLogger(OtelSdk.class);
  private static final String ENDPOINT = "otel.exporter.otlp.endpoint";
  private static final String SERVICE_NAME = "service.name";

  /**
   * Builds it. If the variables cannot be used, that is logged, and metrics are served by {@code
   * /metrics} alone: a gateway works without telemetry.
   */
  static OtelSdk start(
      TelemetryConfig config, String version, String scheme, MetricProducer recorded) {
    try {
      return configured(config, version, scheme, recorded);
    } catch (RuntimeException e) {
      log.error("OpenTelemetry exports nothing, because its settings are invalid: {}", reason(e));
      PrometheusMetricReader page = newPage();
      SdkMeterProvider meters =
          SdkMeterProvider.builder()
              .setResource(resource(Resource.getDefault(), version))
              .registerMetricReader(page)
              .registerMetricProducer(recorded)
              .build();
      return new OtelSdk(
          OpenTelemetrySdk.builder().setMeterProvider(meters).build(), page, Tracing.NONE);
    }
  }

  private static OtelSdk configured(
      TelemetryConfig config, String version, String scheme, MetricProducer recorded) {
    PrometheusMetricReader page = newPage();
    AtomicReference<ConfigProperties> properties = new AtomicReference<>();
    OpenTelemetrySdk sdk =
        AutoConfiguredOpenTelemetrySdk.builder()
            .disableShutdownHook()
            .addPropertiesSupplier(config::otel)
            .addPropertiesCustomizer(OtelSdk::defaults)
            .addResourceCustomizer((resource, given) -> resource(resource, version))
            .addMeterProviderCustomizer(
                (builder, given) -> {
                  properties.set(given);
                  return builder.registerMetricReader(page).registerMetricProducer(recorded);
                })
            // Whether a request is traced was decided before its first span.
            .addSamplerCustomizer((sampler, given) -> Sampler.alwaysOn())
            .build()
            .getOpenTelemetrySdk();
    ConfigProperties inForce = properties.get();
    if (inForce == null) {
      log.info("Telemetry is off (OTEL_SDK_DISABLED)");
      return new OtelSdk(sdk, null, Tracing.NONE);
    }
    if (inForce.getList("otel.traces.exporter").equals(List.of("none"))) {
      return new OtelSdk(sdk, page, Tracing.NONE);
    }
    try {
      HeadSampler sampler =
          HeadSampler.of(
              config,
              inForce.getString("otel.traces.sampler"),
              inForce.getString("otel.traces.sampler.arg"));
      RateCap messages = new RateCap(config.maxPerSecond(), System::nanoTime);
      Tracing tracing =
          new SpanTracing(
              sdk.getTracer(MetricPoints.SCOPE_NAME, version), sampler, messages, scheme);
      return new OtelSdk(sdk, page, tracing);
    } catch (RuntimeException e) {
      sdk.close();
      throw e;
    }
  }

  /** The registry's labels are the attributes alone: there is one scope that matters, ours. */
  private static PrometheusMetricReader newPage() {
    return PrometheusMetricReader.builder().setOtelScopeLabelsEnabled(false).build();
  }

  /** What holds where nothing else is said. Java's defaults would try a collector on localhost. */
  private static Map<String, String> defaults(ConfigProperties given) {
    Map<String, String> defaults = new HashMap<>();
    if (given.getString("otel.exporter.otlp.protocol") == null) {
      defaults.put("otel.exporter.otlp.protocol", "http/protobuf");
    }
    for (String signal : List.of("traces", "metrics")) {
      String exporter = "otel." + signal + ".exporter";
      boolean hasEndpoint =
          given.getString(ENDPOINT) != null
              || given.getString("otel.exporter.otlp." + signal + ".endpoint") != null;
      if (given.getString(exporter) == null) {
        defaults.put(exporter, hasEndpoint ? "otlp" : "none");
      }
    }
    // The page is served by the admin port in any case.
    if ("prometheus".equals(given.getString("otel.metrics.exporter"))) {
      defaults.put("otel.metrics.exporter", "none");
    }
    if (given.getString("otel.logs.exporter") == null) {
      defaults.put("otel.logs.exporter", "none");
    }
    return defaults;
  }

  private static Resource resource(Resource given, String version) {
    Map<String, String> ours = new HashMap<>();
    ours.put("service.version", version);
    ours.put("service.instance.id", UUID.randomUUID().toString());
    Resource resource = Resource.create(attributes(ours)).merge(given);
    String name = given.getAttribute(AttributeKey.stringKey(SERVICE_NAME));
    return name == null || name.startsWith("unknown_service")
        ? resource.merge(Resource.create(attributes(Map.of(SERVICE_NAME, "reactive-gateway"))))
        : resource;
  }

  private static Attributes attributes(Map<String, String> values) {
    AttributesBuilder attributes = Attributes.builder();
    values.forEach(attributes::put);
    return attributes.build();
  }

  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String own = failure.getMessage();
    return cause == failure || own == null ? cause.toString() : own + ": " + cause;
  }

  MeterProvider meters() {
    return sdk.getMeterProvider();
  }
}
