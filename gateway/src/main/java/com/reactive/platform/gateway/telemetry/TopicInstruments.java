package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.Map;
import java.util.function.Supplier;

/** How many brokers answer for what topics acknowledge. */
final class TopicInstruments {
  private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("topic");

  private TopicInstruments() {}

  static void register(Meter meter, Supplier<Map<String, TelemetrySources.Topic>> topics) {
    ObservableLongMeasurement factor =
        gauge(meter, "replication_factor", "{replica}", "The topic's replication factor");
    ObservableLongMeasurement minInsync =
        gauge(meter, "min_insync_replicas", "{replica}", "Its min.insync.replicas; 0: not known");
    ObservableLongMeasurement weak =
        gauge(meter, "weak", "", "1 if fewer than 3 replicas or 2 in sync, or unclean elections");
    meter.batchCallback(
        () ->
            topics
                .get()
                .forEach(
                    (name, topic) -> {
                      Attributes one = Attributes.of(TOPIC, name);
                      factor.record(topic.replicationFactor(), one);
                      minInsync.record(topic.minInsyncReplicas(), one);
                      weak.record(topic.weak() ? 1 : 0, one);
                    }),
        factor,
        minInsync,
        weak);
  }

  private static ObservableLongMeasurement gauge(
      Meter meter, String name, String unit, String description) {
    return meter
        .gaugeBuilder("reactive.kafka.topic." + name)
        .ofLongs()
        .setUnit(unit)
        .setDescription(description)
        .buildObserver();
  }
}
