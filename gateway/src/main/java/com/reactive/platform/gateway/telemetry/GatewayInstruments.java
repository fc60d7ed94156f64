package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.FlushReason;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The gateway's own metrics, asked for when somebody looks: the request path knows none of them.
 */
final class GatewayInstruments {
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
  private static final AttributeKey<String> CATEGORY = AttributeKey.stringKey("category");
  private static final AttributeKey<String> LANE = AttributeKey.stringKey("lane");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final AttributeKey<String> STREAM = AttributeKey.stringKey("stream");
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final AttributeKey<String> VERSION = AttributeKey.stringKey("version");
  private static final AttributeKey<String> CERTIFICATE = AttributeKey.stringKey("certificate");

  private final Meter meter;
  private final TelemetrySources sources;
  private final long startNanos;

  private GatewayInstruments(Meter meter, TelemetrySources sources, long startNanos) {
    this.meter = meter;
    this.sources = sources;
    this.startNanos = startNanos;
  }

  /** Adds them to a meter, for as long as that lives. */
  static void register(Meter meter, TelemetrySources sources, long startNanos) {
    GatewayInstruments instruments = new GatewayInstruments(meter, sources, startNanos);
    instruments.ledger();
    instruments.batching();
    instruments.limits();
    instruments.admission();
    instruments.bodies();
    instruments.state();
    SpoolInstruments.register(meter, sources.spools());
    TopicInstruments.register(meter, sources.topics());
  }

  /** One snapshot for all of them, so that their sum can be checked by whoever collects them. */
  private void ledger() {
    ObservableLongMeasurement received =
        counter(
            "reactive.ledger.received",
            "{request}",
            "Requests received, including incomplete ones");
    ObservableLongMeasurement ended =
        counter("reactive.ledger.ended", "{request}", "Completed requests by outcome");
    ObservableLongMeasurement inFlight =
        gauge(
            "reactive.ledger.in_flight", "{request}", "Requests and events without an outcome yet");
    ObservableLongMeasurement balanced =
        gauge("reactive.ledger.balanced", "", "1 if received = ended + in flight");
    Map<Outcome, Attributes> attributes = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      attributes.put(
          outcome,
          Attributes.of(OUTCOME, lowerCase(outcome), CATEGORY, lowerCase(outcome.category())));
    }
    meter.batchCallback(
        () -> {
          Ledger.Snapshot now = sources.ledger().get();
          received.record(now.received());
          now.ended().forEach((outcome, count) -> ended.record(count, attributes.get(outcome)));
          inFlight.record(now.inFlight());
          balanced.record(now.balanced() ? 1 : 0);
        },
        received,
        ended,
        inFlight,
        balanced);
  }

  private void batching() {
    ObservableLongMeasurement flushes =
        counter("reactive.batch.flushes", "{batch}", "Flushed batches by reason");
    ObservableLongMeasurement refused =
        counter(
            "reactive.batch.refused", "{message}", "Events rejected because the batcher was full");
    ObservableLongMeasurement messages =
        gauge("reactive.batch.pending.messages", "{message}", "Events without an outcome yet");
    ObservableLongMeasurement bytes =
        gauge("reactive.batch.pending.bytes", "By", "Bytes of events without an outcome yet");
    ObservableLongMeasurement inFlight =
        gauge("reactive.batch.in_flight", "{batch}", "Batches in flight");
    ObservableDoubleMeasurement fill =
        doubleGauge("reactive.batch.fill", "1", "Used fraction of the fullest stripe");
    meter.batchCallback(
        () ->
            sources
                .lanes()
                .get()
                .forEach(
                    (name, lane) -> {
                      Attributes one = Attributes.of(LANE, name);
                      for (FlushReason reason : FlushReason.values()) {
                        flushes.record(
                            lane.stats().batches(reason),
                            Attributes.of(LANE, name, REASON, lowerCase(reason)));
                      }
                      refused.record(lane.stats().refusedFull(), one);
                      messages.record(lane.stats().pendingMessages(), one);
                      bytes.record(lane.stats().pendingBytes(), one);
                      inFlight.record(lane.stats().inFlightBatches(), one);
                      fill.record(lane.stats().fill(), one);
                    }),
        flushes,
        refused,
        messages,
        bytes,
        inFlight,
        fill);
  }

  private void limits() {
    ObservableLongMeasurement level =
        gauge("reactive.batch.level", "", "Pressure level, 1 to 10; 0 if N and T are fixed");
    ObservableLongMeasurement flushBytes =
        gauge("reactive.batch.flush.bytes", "By", "N: flush size");
    ObservableDoubleMeasurement flushInterval =
        doubleGauge("reactive.batch.flush.interval", "s", "T: flush interval");
    ObservableDoubleMeasurement idlePause =
        doubleGauge("reactive.batch.idle.pause", "s", "H: pause between flushes to an idle sink");
    meter.batchCallback(
        () ->
            sources
                .lanes()
                .get()
                .forEach(
                    (name, lane) -> {
                      Attributes one = Attributes.of(LANE, name);
                      level.record(lane.level(), one);
                      flushBytes.record(lane.stats().flushBytes(), one);
                      flushInterval.record(lane.stats().flushIntervalNanos() / 1e9, one);
                      idlePause.record(lane.stats().idlePauseNanos() / 1e9, one);
                    }),
        level,
        flushBytes,
        flushInterval,
        idlePause);
  }

  private void admission() {
    ObservableLongMeasurement limit =
        gauge("reactive.admission.limit", "{event}", "Limit of events in flight");
    ObservableLongMeasurement inFlight =
        gauge("reactive.admission.in_flight", "{event}", "Events waiting for Kafka");
    ObservableLongMeasurement refused =
        counter(
            "reactive.admission.refused",
            "{event}",
            "Events rejected because they would wait too long");
    meter.batchCallback(
        () ->
            sources
                .lanes()
                .get()
                .forEach(
                    (name, lane) -> {
                      Attributes one = Attributes.of(LANE, name);
                      limit.record(lane.admission().limit(), one);
                      inFlight.record(lane.admission().inFlight(), one);
                      refused.record(lane.admission().refused(), one);
                    }),
        limit,
        inFlight,
        refused);
    ObservableDoubleMeasurement delay =
        doubleGauge("reactive.http.loop.delay", "s", "Largest recent event-loop lag");
    ObservableLongMeasurement stalls =
        counter("reactive.http.loop.stalls", "{stall}", "Event-loop lags of 0.1 s or more");
    meter.batchCallback(
        () -> {
          delay.record(sources.loops().get().delayNanos() / 1e9);
          stalls.record(sources.loops().get().stalls());
        },
        delay,
        stalls);
    meter
        .counterBuilder("reactive.latency.over_budget")
        .setUnit("{response}")
        .setDescription("Durable responses that took longer than the budget of their stream")
        .buildWithCallback(measurement -> measurement.record(sources.overBudget().getAsLong()));
  }

  private void bodies() {
    ObservableLongMeasurement held =
        gauge("reactive.http.bodies.held", "By", "Memory of bodies that arrive in pieces");
    ObservableLongMeasurement budget =
        gauge("reactive.http.bodies.budget", "By", "Limit of that memory");
    ObservableLongMeasurement refused =
        counter(
            "reactive.http.bodies.refused",
            "{request}",
            "Requests rejected for lack of body memory");
    meter.batchCallback(
        () -> {
          TelemetrySources.Bodies now = sources.bodies().get();
          held.record(now.heldBytes());
          budget.record(now.budgetBytes());
          refused.record(now.refused());
        },
        held,
        budget,
        refused);
  }

  private void state() {
    Attributes version = Attributes.of(VERSION, sources.version());
    meter
        .gaugeBuilder("reactive.version")
        .ofLongs()
        .setDescription("1, with the version")
        .buildWithCallback(measurement -> measurement.record(1, version));
    meter
        .gaugeBuilder("reactive.uptime")
        .setUnit("s")
        .setDescription("Time since the start")
        .buildWithCallback(
            measurement -> measurement.record((System.nanoTime() - startNanos) / 1e9));
    meter
        .gaugeBuilder("reactive.ready")
        .ofLongs()
        .setDescription("1 if the gateway accepts events")
        .buildWithCallback(
            measurement -> measurement.record(sources.ready().getAsBoolean() ? 1 : 0));
    meter
        .gaugeBuilder("reactive.stream.ready")
        .ofLongs()
        .setDescription("1 if the stream accepts events")
        .buildWithCallback(
            measurement ->
                sources
                    .streams()
                    .get()
                    .forEach(
                        (name, why) ->
                            measurement.record(
                                why.isEmpty() ? 1 : 0, Attributes.of(STREAM, name))));
    meter
        .gaugeBuilder("reactive.http.connections")
        .ofLongs()
        .setUnit("{connection}")
        .setDescription("Open connections of the data port")
        .buildWithCallback(measurement -> measurement.record(sources.connections().getAsInt()));
    meter
        .gaugeBuilder("reactive.kafka.up")
        .ofLongs()
        .setDescription("1 for the current state of Kafka, 0 for the others")
        .buildWithCallback(
            measurement -> {
              String now = sources.kafkaState().get();
              for (String state : sources.kafkaStates()) {
                measurement.record(state.equals(now) ? 1 : 0, Attributes.of(STATE, state));
              }
            });
    meter
        .gaugeBuilder("reactive.tls.certificate.expiry")
        .setUnit("s")
        .setDescription("Time until a certificate in use expires; negative afterwards")
        .buildWithCallback(
            measurement -> {
              long nowSeconds = Instant.now().getEpochSecond();
              sources
                  .certificates()
                  .get()
                  .forEach(
                      (name, end) ->
                          measurement.record(
                              (double) (end.getEpochSecond() - nowSeconds),
                              Attributes.of(CERTIFICATE, name)));
            });
  }

  private ObservableLongMeasurement counter(String name, String unit, String description) {
    return meter.counterBuilder(name).setUnit(unit).setDescription(description).buildObserver();
  }

  private ObservableLongMeasurement gauge(String name, String unit, String description) {
    return meter
        .gaugeBuilder(name)
        .ofLongs()
        .setUnit(unit)
        .setDescription(description)
        .buildObserver();
  }

  private ObservableDoubleMeasurement doubleGauge(String name, String unit, String description) {
    return meter.gaugeBuilder(name).setUnit(unit).setDescription(description).buildObserver();
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
