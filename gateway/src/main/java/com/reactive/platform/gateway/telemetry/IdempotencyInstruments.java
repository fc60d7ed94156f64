package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.util.Map;

/** The metrics of remembered keys, and of questions after events. */
final class IdempotencyInstruments {
  private static final AttributeKey<String> KIND = AttributeKey.stringKey("kind");
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final AttributeKey<String> STREAM = AttributeKey.stringKey("stream");

  private IdempotencyInstruments() {}

  /** Adds them to a meter, for as long as that lives. */
  static void register(Meter meter, TelemetrySources sources) {
    windows(meter, sources);
    lookUps(meter, sources);
  }

  private static void windows(Meter meter, TelemetrySources sources) {
    new ObservedMetrics<TelemetrySources.Window>(meter)
        .decimal(
            "reactive.idempotency.window",
            "s",
            "How long an idempotency key is to be remembered",
            window -> window.windowMillis() / 1e3)
        .decimal(
            "reactive.idempotency.reach",
            "s",
            "How far back no key is missing; less than the window after a start, or for want of room",
            window -> window.reachMillis() / 1e3)
        .gauge(
            "reactive.idempotency.keys",
            "{key}",
            "Keys that are remembered with their outcome",
            TelemetrySources.Window::keys)
        .gauge(
            "reactive.idempotency.open",
            "{key}",
            "Keys whose event has no outcome yet",
            TelemetrySources.Window::open)
        .fromEach(STREAM, sources.windows());
    new ObservedMetrics<Long>(meter)
        .gauge(
            "reactive.idempotency.size",
            "By",
            "Memory of the remembered keys of all streams",
            bytes -> bytes)
        .from(() -> sources.windowBytes().getAsLong());
  }

  private static void lookUps(Meter meter, TelemetrySources sources) {
    new ObservedMetrics<Map<String, Long>>(meter)
        .counters(
            "reactive.look_ups",
            "{request}",
            "Answers to questions after events, by state",
            (now, own, answers) ->
                now.forEach((state, count) -> answers.record(count, Attributes.of(STATE, state))))
        .from(sources.lookUps());
    new ObservedMetrics<TelemetrySources.Searches>(meter)
        .gauges(
            "reactive.log.search.waiting",
            "{search}",
            "Searches for events in Kafka that wait for a pass over their topic",
            IdempotencyInstruments::waiting)
        .counter(
            "reactive.log.search.passes",
            "{pass}",
            "Passes over a topic in search of events",
            TelemetrySources.Searches::passes)
        .decimalCounter(
            "reactive.log.search.time",
            "s",
            "Time of all these passes",
            searches -> searches.passNanos() / 1e9)
        .from(sources.searches());
  }

  private static void waiting(
      TelemetrySources.Searches now, Attributes own, ObservableLongMeasurement waiting) {
    waiting.record(now.settling(), Attributes.of(KIND, "settling"));
    waiting.record(now.lookUps(), Attributes.of(KIND, "look_up"));
  }
}
