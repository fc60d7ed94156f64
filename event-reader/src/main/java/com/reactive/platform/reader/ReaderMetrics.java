package com.reactive.platform.reader;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A reader's counts as metrics of OpenTelemetry, whose API is on the class path of those who use
 * this. They are asked for when metrics are collected; reading costs nothing more.
 */
public final class ReaderMetrics implements AutoCloseable {
  private static final AttributeKey<String> TOPIC =
      AttributeKey.stringKey("messaging.destination.name");
  private static final AttributeKey<String> PARTITION =
      AttributeKey.stringKey("messaging.destination.partition.id");

  private final Meter meter;
  private final EventReader<?> reader;
  private final List<Runnable> ends = new ArrayList<>();

  private ReaderMetrics(Meter meter, EventReader<?> reader) {
    this.meter = meter;
    this.reader = reader;
  }

  /**
   * Registers the metrics of a reader.
   *
   * @return to be closed before the reader
   */
  public static ReaderMetrics of(OpenTelemetry telemetry, EventReader<?> reader) {
    ReaderMetrics metrics =
        new ReaderMetrics(telemetry.getMeter("com.reactive.platform.reader"), reader);
    metrics.counter("records", "Records read", ReaderStats::records);
    metrics.counter("events", "Events handed over", ReaderStats::events);
    metrics.counter("repeats", "Events left out since they had been", ReaderStats::repeats);
    metrics.counter("undecodable", "Events that could not be decoded", ReaderStats::undecodable);
    metrics.counter("skipped", "Offsets deleted before they were read", ReaderStats::skipped);
    metrics.counter("truncated", "Offsets read and then cut from the log", ReaderStats::truncated);
    metrics.lag();
    return metrics;
  }

  private void counter(String name, String description, ToLongFunction<ReaderStats> count) {
    ends.add(
        meter
                .counterBuilder("reactive.reader." + name)
                .setDescription(description)
                .buildWithCallback(into -> into.record(count.applyAsLong(reader.stats())))
            ::close);
  }

  private void lag() {
    ends.add(
        meter
                .gaugeBuilder("reactive.reader.lag")
                .ofLongs()
                .setDescription("Records still to be read")
                .buildWithCallback(this::observeLag)
            ::close);
  }

  private void observeLag(ObservableLongMeasurement into) {
    reader
        .stats()
        .lag()
        .forEach(
            (partition, records) -> {
              if (records >= 0) {
                into.record(
                    records,
                    Attributes.of(
                        TOPIC,
                        partition.topic(),
                        PARTITION,
                        Integer.toString(partition.partition())));
              }
            });
  }

  /** Observes the reader no more. */
  @Override
  public void close() {
    ends.forEach(Runnable::run);
  }
}
