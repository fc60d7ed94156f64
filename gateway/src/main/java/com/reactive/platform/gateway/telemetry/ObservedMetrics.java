package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.LongGaugeBuilder;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import io.opentelemetry.api.metrics.ObservableMeasurement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Metrics that are read from one source when somebody collects them: all in one callback, so that
 * they fit together.
 *
 * @param <T> the source, or one of several alike, such as a topic or a pipeline
 */
final class ObservedMetrics<T> {
  /** Records several values of one source, told apart by further attributes. */
  @FunctionalInterface
  interface Values<T> {
    void record(T source, Attributes attributes, ObservableLongMeasurement measurement);
  }

  private final Meter meter;
  private final List<ObservableMeasurement> measurements = new ArrayList<>();
  private final List<BiConsumer<T, Attributes>> records = new ArrayList<>();

  ObservedMetrics(Meter meter) {
    this.meter = meter;
  }

  ObservedMetrics<T> counter(
      String name, String unit, String description, ToLongFunction<T> value) {
    return counters(name, unit, description, single(value));
  }

  ObservedMetrics<T> counters(String name, String unit, String description, Values<T> values) {
    return add(
        meter.counterBuilder(name).setUnit(unit).setDescription(description).buildObserver(),
        values);
  }

  ObservedMetrics<T> gauge(String name, String unit, String description, ToLongFunction<T> value) {
    return gauges(name, unit, description, single(value));
  }

  ObservedMetrics<T> gauges(String name, String unit, String description, Values<T> values) {
    LongGaugeBuilder builder = meter.gaugeBuilder(name).ofLongs();
    return add(builder.setUnit(unit).setDescription(description).buildObserver(), values);
  }

  /** A gauge of seconds, fractions and the like. */
  ObservedMetrics<T> decimal(
      String name, String unit, String description, ToDoubleFunction<T> value) {
    ObservableDoubleMeasurement measurement =
        meter.gaugeBuilder(name).setUnit(unit).setDescription(description).buildObserver();
    measurements.add(measurement);
    records.add((source, own) -> measurement.record(value.applyAsDouble(source), own));
    return this;
  }

  /** A sum of seconds, fractions and the like, which only grows. */
  ObservedMetrics<T> decimalCounter(
      String name, String unit, String description, ToDoubleFunction<T> value) {
    ObservableDoubleMeasurement measurement =
        meter
            .counterBuilder(name)
            .ofDoubles()
            .setUnit(unit)
            .setDescription(description)
            .buildObserver();
    measurements.add(measurement);
    records.add((source, own) -> measurement.record(value.applyAsDouble(source), own));
    return this;
  }

  private static <T> Values<T> single(ToLongFunction<T> value) {
    return (source, own, measurement) -> measurement.record(value.applyAsLong(source), own);
  }

  private ObservedMetrics<T> add(ObservableLongMeasurement measurement, Values<T> values) {
    measurements.add(measurement);
    records.add((source, own) -> values.record(source, own, measurement));
    return this;
  }

  /** Reads them from this source, for as long as the meter lives. */
  void from(Supplier<T> source) {
    observe(() -> record(source.get(), Attributes.empty()));
  }

  /** Reads them from each of these sources, with its name as an attribute. */
  void fromEach(AttributeKey<String> key, Supplier<Map<String, T>> sources) {
    observe(
        () -> sources.get().forEach((name, source) -> record(source, Attributes.of(key, name))));
  }

  private void record(T source, Attributes own) {
    records.forEach(each -> each.accept(source, own));
  }

  private void observe(Runnable callback) {
    ObservableMeasurement[] others =
        measurements.stream().skip(1).toArray(ObservableMeasurement[]::new);
    meter.batchCallback(callback, measurements.get(0), others);
  }
}
