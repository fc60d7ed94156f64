package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.config.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is traced, and how the log looks. Where traces and metrics are sent is said by
 * OpenTelemetry's own settings: the {@code OTEL_*} variables of the environment, else those here.
 *
 * @param sampleRatio the part of the requests without a trace of their own that is traced, 0 to 1
 * @param maxPerSecond how many traces clients may ask for, by a sampled {@code traceparent} or by
 *     the force header; all together
 * @param forceHeader the request header that asks for a trace with the value {@code 1}, in lower
 *     case; empty: none does
 * @param metrics whether requests and batches are counted and timed
 * @param otel properties of the SDK, by their names; may hold secrets
 */
public record TelemetryConfig(
    double sampleRatio,
    int maxPerSecond,
    String forceHeader,
    boolean metrics,
    Map<String, String> otel,
    LogConfig log) {

  public TelemetryConfig {
    otel = Map.copyOf(otel);
  }

  public static TelemetryConfig from(Settings settings) {
    return new TelemetryConfig(
        ratio(settings),
        settings.integer(
            "tracing.max-per-second",
            100,
            0,
            1_000_000,
            "limit of traces that clients request, by traceparent or header"),
        forceHeader(settings),
        settings.flag(
            "diagnostics.metrics",
            true,
            "false turns off counting and timing of requests and batches, to measure their cost;"
                + " /metrics, /status and the dashboard lack them"),
        otel(settings),
        LogConfig.from(settings));
  }

  private static Map<String, String> otel(Settings settings) {
    Map<String, String> properties = new TreeMap<>();
    settings
        .passThrough("otel", "OpenTelemetry's own settings; OTEL_* variables take precedence")
        .forEach((name, value) -> properties.put("otel." + name, value));
    return properties;
  }

  /** Without what may be secret. */
  @Override
  public String toString() {
    return "TelemetryConfig"
        + List.of(sampleRatio, maxPerSecond, forceHeader, metrics, otel.keySet(), log);
  }

  private static double ratio(Settings settings) {
    String key = "tracing.sample-ratio";
    String text =
        settings.text(
            key,
            "0.001",
            "ratio of requests to trace, 0 to 1; OTEL_TRACES_SAMPLER takes precedence");
    try {
      double ratio = Double.parseDouble(text);
      if (ratio >= 0 && ratio <= 1) {
        return ratio;
      }
    } catch (NumberFormatException e) {
      // Reported below, with the range.
    }
    settings.reject(key, "must be a number from 0 to 1, not '" + text + "'");
    return 0;
  }

  private static String forceHeader(Settings settings) {
    String key = "tracing.force-header";
    String name =
        settings
            .text(
                key,
                "x-reactive-trace",
                "request header that requests a trace with the value 1; empty: none")
            .toLowerCase(Locale.ROOT);
    if (!name.matches("[a-z0-9_-]*")) {
      settings.reject(key, "must be a header name, not '" + name + "'");
    }
    return name;
  }
}
