package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.Map;
import java.util.function.Supplier;

/** What lies on disk until Kafka can have it, and what became of it. */
final class SpoolInstruments {
  private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("topic");

  private SpoolInstruments() {}

  static void register(Meter meter, Supplier<Map<String, SpoolStats>> spools) {
    ObservableLongMeasurement events =
        gauge(
            meter,
            "reactive.spool.events",
            "{message}",
            "Events with a 202 response, not in Kafka yet");
    ObservableLongMeasurement bytes =
        gauge(meter, "reactive.spool.size", "By", "Size of the spool on disk");
    ObservableDoubleMeasurement age =
        meter
            .gaugeBuilder("reactive.spool.oldest")
            .setUnit("s")
            .setDescription("Age of the oldest event in the spool")
            .buildObserver();
    ObservableLongMeasurement accepting =
        gauge(meter, "reactive.spool.accepting", "", "1 if the spool accepts events");
    ObservableLongMeasurement refused =
        gauge(meter, "reactive.spool.refused", "{message}", "Spooled events that Kafka rejects");
    ObservableLongMeasurement spooled =
        counter(meter, "reactive.spool.spooled", "{message}", "Events spooled");
    ObservableLongMeasurement spooledBytes =
        counter(meter, "reactive.spool.spooled.bytes", "By", "Bytes of events spooled");
    ObservableLongMeasurement replayed =
        counter(meter, "reactive.spool.replayed", "{message}", "Spooled events committed by Kafka");
    ObservableLongMeasurement failures =
        counter(meter, "reactive.spool.failures", "{batch}", "Batches that could not be spooled");
    ObservableLongMeasurement lost =
        counter(meter, "reactive.spool.lost", "{message}", "Spooled events damaged or deleted");
    meter.batchCallback(
        () ->
            spools
                .get()
                .forEach(
                    (topic, stats) -> {
                      Attributes one = Attributes.of(TOPIC, topic);
                      events.record(stats.events(), one);
                      bytes.record(stats.bytes(), one);
                      age.record(stats.oldestMillis() / 1e3, one);
                      accepting.record(stats.accepting() ? 1 : 0, one);
                      refused.record(stats.refusedEvents(), one);
                      spooled.record(stats.spooledEvents(), one);
                      spooledBytes.record(stats.spooledBytes(), one);
                      replayed.record(stats.replayedEvents(), one);
                      failures.record(stats.failures(), one);
                      lost.record(stats.lostEvents(), one);
                    }),
        events,
        bytes,
        age,
        accepting,
        refused,
        spooled,
        spooledBytes,
        replayed,
        failures,
        lost);
  }

  private static ObservableLongMeasurement gauge(
      Meter meter, String name, String unit, String description) {
    return meter
        .gaugeBuilder(name)
        .ofLongs()
        .setUnit(unit)
        .setDescription(description)
        .buildObserver();
  }

  private static ObservableLongMeasurement counter(
      Meter meter, String name, String unit, String description) {
    return meter.counterBuilder(name).setUnit(unit).setDescription(description).buildObserver();
  }
}
