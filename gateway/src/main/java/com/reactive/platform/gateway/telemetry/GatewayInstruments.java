package com.reactive.platform.gateway.telemetry;

import com.reactive.platform.gateway.ledger.Ledger;
import com.reactive.platform.gateway.ledger.Outcome;
import com.reactive.platform.gateway.microbatch.FlushReason;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableLongMeasurement;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * The gateway's own metrics, asked for when somebody looks: the request path knows none of them.
 */
final class GatewayInstruments {
  private static final AttributeKey<String> LIMIT = AttributeKey.stringKey("limit");
  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("outcome");
  private static final AttributeKey<String> CATEGORY = AttributeKey.stringKey("category");
  private static final AttributeKey<String> LANE = AttributeKey.stringKey("lane");
  private static final AttributeKey<String> REASON = AttributeKey.stringKey("reason");
  private static final AttributeKey<String> RESULT = AttributeKey.stringKey("result");
  private static final AttributeKey<String> STREAM = AttributeKey.stringKey("stream");
  private static final AttributeKey<String> STATE = AttributeKey.stringKey("state");
  private static final AttributeKey<String> TOPIC = AttributeKey.stringKey("topic");
  private static final AttributeKey<String> VERSION = AttributeKey.stringKey("version");
  private static final AttributeKey<String> CERTIFICATE = AttributeKey.stringKey("certificate");

  private final Meter meter;
  private final TelemetrySources sources;

  private GatewayInstruments(Meter meter, TelemetrySources sources) {
    this.meter = meter;
    this.sources = sources;
  }

  /** Adds them to a meter, for as long as that lives. */
  static void register(Meter meter, TelemetrySources sources, long startNanos) {
    GatewayInstruments instruments = new GatewayInstruments(meter, sources);
    instruments.ledger();
    instruments.pipelines();
    instruments.http();
    instruments.state(startNanos);
    instruments.spools();
    instruments.topics();
    instruments.keys();
    instruments.quarantines();
    instruments.limits();
    IdempotencyInstruments.register(meter, sources);
    SourceInstruments.register(meter, sources);
  }

  /** No labels for the keys: they are the clients' data, and there may be any number of them. */
  private void keys() {
    new ObservedMetrics<TelemetrySources.HotKeyLoad>(meter)
        .decimal(
            "reactive.hot_key.rate",
            "{message}/s",
            "Events per second of the most frequent record key lately",
            TelemetrySources.HotKeyLoad::hottestPerSecond)
        .counter(
            "reactive.hot_key.spread",
            "{message}",
            "Events that left the partition of their record key, because too many have it",
            TelemetrySources.HotKeyLoad::spread)
        .fromEach(STREAM, sources.hotKeys());
  }

  private void limits() {
    new ObservedMetrics<Long>(meter)
        .counter(
            "reactive.limit.refused",
            "{refusal}",
            "Requests, messages of calls and connections refused by a limit",
            Long::longValue)
        .fromEach(LIMIT, sources.refused());
  }

  private void quarantines() {
    new ObservedMetrics<TelemetrySources.Quarantined>(meter)
        .counter(
            "reactive.quarantine.kept",
            "{message}",
            "Bodies refused for their content that are in the quarantine",
            TelemetrySources.Quarantined::kept)
        .counter(
            "reactive.quarantine.failed",
            "{message}",
            "Attempts to quarantine a body that did not succeed, as far as is known",
            TelemetrySources.Quarantined::failed)
        .fromEach(STREAM, sources.quarantines());
  }

  /** One snapshot for all of them, so that their sum can be checked by whoever collects them. */
  private void ledger() {
    Map<Outcome, Attributes> attributes = new EnumMap<>(Outcome.class);
    for (Outcome outcome : Outcome.values()) {
      attributes.put(
          outcome,
          Attributes.of(OUTCOME, lowerCase(outcome), CATEGORY, lowerCase(outcome.category())));
    }
    new ObservedMetrics<Ledger.Snapshot>(meter)
        .counter(
            "reactive.ledger.received",
            "{request}",
            "Requests received, including incomplete ones",
            Ledger.Snapshot::received)
        .counters(
            "reactive.ledger.ended",
            "{request}",
            "Completed requests by outcome",
            (now, own, ended) ->
                now.ended().forEach((each, count) -> ended.record(count, attributes.get(each))))
        .counters(
            "reactive.ledger.settled",
            "{message}",
            "Events of unknown outcome of which more is known now, by result",
            (now, own, settled) ->
                now.settled()
                    .forEach(
                        (each, count) ->
                            settled.record(count, Attributes.of(RESULT, lowerCase(each)))))
        .gauge(
            "reactive.ledger.in_flight",
            "{request}",
            "Requests and events without an outcome yet",
            Ledger.Snapshot::inFlight)
        .gauge(
            "reactive.ledger.balanced",
            "",
            "1 if received = ended + in flight",
            now -> now.balanced() ? 1 : 0)
        .from(sources.ledger());
  }

  private void pipelines() {
    new ObservedMetrics<TelemetrySources.Lane>(meter)
        .counters(
            "reactive.batch.flushes",
            "{batch}",
            "Flushed batches by reason",
            GatewayInstruments::flushes)
        .counter(
            "reactive.batch.refused",
            "{message}",
            "Events rejected because the batcher was full",
            lane -> lane.stats().refusedFull())
        .gauge(
            "reactive.batch.pending.messages",
            "{message}",
            "Events without an outcome yet",
            lane -> lane.stats().pendingMessages())
        .gauge(
            "reactive.batch.pending.bytes",
            "By",
            "Bytes of events without an outcome yet",
            lane -> lane.stats().pendingBytes())
        .gauge(
            "reactive.batch.in_flight",
            "{batch}",
            "Batches in flight",
            lane -> lane.stats().inFlightBatches())
        .decimal(
            "reactive.batch.fill",
            "1",
            "Used fraction of the fullest stripe",
            lane -> lane.stats().fill())
        .gauge(
            "reactive.batch.level",
            "",
            "Pressure level, 1 to 10; 0 if N and T are fixed",
            TelemetrySources.Lane::level)
        .gauge(
            "reactive.batch.flush.bytes", "By", "N: flush size", lane -> lane.stats().flushBytes())
        .decimal(
            "reactive.batch.flush.interval",
            "s",
            "T: flush interval",
            lane -> lane.stats().flushIntervalNanos() / 1e9)
        .decimal(
            "reactive.batch.idle.pause",
            "s",
            "H: pause between flushes to an idle sink",
            lane -> lane.stats().idlePauseNanos() / 1e9)
        .gauge(
            "reactive.admission.limit",
            "{event}",
            "Limit of events in flight",
            lane -> lane.admission().limit())
        .gauge(
            "reactive.admission.in_flight",
            "{event}",
            "Events waiting for Kafka",
            lane -> lane.admission().inFlight())
        .counter(
            "reactive.admission.refused",
            "{event}",
            "Events rejected because they would wait too long",
            lane -> lane.admission().refused())
        .counter(
            "reactive.admission.over_share",
            "{event}",
            "Events rejected because their sender had more waiting than its share",
            lane -> lane.admission().overShare())
        .fromEach(LANE, sources.lanes());
  }

  private static void flushes(
      TelemetrySources.Lane lane, Attributes own, ObservableLongMeasurement flushes) {
    for (FlushReason reason : FlushReason.values()) {
      flushes.record(
          lane.stats().batches(reason), own.toBuilder().put(REASON, lowerCase(reason)).build());
    }
  }

  private void http() {
    new ObservedMetrics<TelemetrySources.Loops>(meter)
        .decimal(
            "reactive.http.loop.delay",
            "s",
            "Largest recent event-loop lag",
            loops -> loops.delayNanos() / 1e9)
        .counter(
            "reactive.http.loop.stalls",
            "{stall}",
            "Event-loop lags of 0.1 s or more",
            TelemetrySources.Loops::stalls)
        .from(sources.loops());
    new ObservedMetrics<TelemetrySources.Bodies>(meter)
        .gauge(
            "reactive.http.bodies.held",
            "By",
            "Memory of bodies that arrive in pieces",
            TelemetrySources.Bodies::heldBytes)
        .gauge(
            "reactive.http.bodies.budget",
            "By",
            "Limit of that memory",
            TelemetrySources.Bodies::budgetBytes)
        .counter(
            "reactive.http.bodies.refused",
            "{request}",
            "Requests rejected for lack of body memory",
            TelemetrySources.Bodies::refused)
        .from(sources.bodies());
  }

  private void state(long startNanos) {
    Attributes version = Attributes.of(VERSION, sources.version());
    new ObservedMetrics<TelemetrySources>(meter)
        .gauges(
            "reactive.version",
            "",
            "1, with the version",
            (now, own, measurement) -> measurement.record(1, version))
        .decimal(
            "reactive.uptime",
            "s",
            "Time since the start",
            now -> (System.nanoTime() - startNanos) / 1e9)
        .gauge(
            "reactive.ready",
            "",
            "1 if the gateway accepts events",
            now -> now.ready().getAsBoolean() ? 1 : 0)
        .gauge(
            "reactive.http.connections",
            "{connection}",
            "Open connections of the data port",
            now -> now.connections().getAsInt())
        .gauges(
            "reactive.http.protocol.connections",
            "{connection}",
            "Open connections of the data port by protocol",
            GatewayInstruments::connections)
        .counter(
            "reactive.latency.durable",
            "{response}",
            "Durable responses: 201, 504, and 503 after a wait for Kafka; of calls, the events",
            now -> now.durable().getAsLong())
        .counter(
            "reactive.latency.over_budget",
            "{response}",
            "Durable responses that took longer than the budget of their stream",
            now -> now.overBudget().getAsLong())
        .counter(
            "reactive.kafka.offsets.backwards",
            "{batch}",
            "Acknowledged batches whose offset was not above the one before",
            now -> now.recovery().get().offsetsBackwards())
        .counter(
            "reactive.kafka.retries",
            "{batch}",
            "Batches that the native producers sent again",
            now -> now.recovery().get().retries())
        .counter(
            "reactive.kafka.disconnects",
            "{connection}",
            "Connections to brokers that the native producers lost",
            now -> now.recovery().get().disconnects())
        .counter(
            "reactive.kafka.timeouts",
            "{connection}",
            "Connections that the native producers gave up, since a request was not answered",
            now -> now.recovery().get().timeouts())
        .counter(
            "reactive.kafka.throttles",
            "{response}",
            "Responses by which a broker asked a native producer to pause",
            now -> now.recovery().get().throttles())
        .gauge(
            "reactive.kafka.settling.events",
            "{event}",
            "Events of unknown outcome that Kafka is still asked about",
            now -> now.settling().get().events())
        .gauge(
            "reactive.kafka.settling.bytes",
            "By",
            "Bytes kept to ask Kafka about events of unknown outcome",
            now -> now.settling().get().bytes())
        .gauges(
            "reactive.kafka.up",
            "",
            "1 for the current state of Kafka, 0 for the others",
            GatewayInstruments::kafkaStates)
        .from(() -> sources);
    new ObservedMetrics<String>(meter)
        .gauge(
            "reactive.stream.ready",
            "",
            "1 if the stream accepts events",
            why -> why.isEmpty() ? 1 : 0)
        .fromEach(STREAM, sources.streams());
    new ObservedMetrics<Instant>(meter)
        .decimal(
            "reactive.tls.certificate.expiry",
            "s",
            "Time until a certificate in use expires; negative afterwards",
            end -> (double) (end.getEpochSecond() - Instant.now().getEpochSecond()))
        .fromEach(CERTIFICATE, sources.certificates());
  }

  private static void connections(
      TelemetrySources now, Attributes own, ObservableLongMeasurement open) {
    int http2 = now.http2Connections().getAsInt();
    open.record(
        now.connections().getAsInt() - http2,
        Attributes.of(RequestAttributes.PROTOCOL, ClientProtocol.HTTP1.label()));
    open.record(http2, Attributes.of(RequestAttributes.PROTOCOL, ClientProtocol.HTTP2.label()));
  }

  private static void kafkaStates(
      TelemetrySources now, Attributes own, ObservableLongMeasurement up) {
    String current = now.kafkaState().get();
    for (String state : now.kafkaStates()) {
      up.record(state.equals(current) ? 1 : 0, Attributes.of(STATE, state));
    }
  }

  private void spools() {
    new ObservedMetrics<SpoolStats>(meter)
        .gauge(
            "reactive.spool.events",
            "{message}",
            "Events with a 202 response, not in Kafka yet",
            SpoolStats::events)
        .gauge("reactive.spool.size", "By", "Size of the spool on disk", SpoolStats::bytes)
        .decimal(
            "reactive.spool.oldest",
            "s",
            "Age of the oldest event in the spool",
            stats -> stats.oldestMillis() / 1e3)
        .gauge(
            "reactive.spool.accepting",
            "",
            "1 if the spool accepts events",
            stats -> stats.accepting() ? 1 : 0)
        .gauge(
            "reactive.spool.refused",
            "{message}",
            "Spooled events that Kafka rejects",
            SpoolStats::refusedEvents)
        .counter("reactive.spool.spooled", "{message}", "Events spooled", SpoolStats::spooledEvents)
        .counter(
            "reactive.spool.spooled.bytes",
            "By",
            "Bytes of events spooled",
            SpoolStats::spooledBytes)
        .counter(
            "reactive.spool.replayed",
            "{message}",
            "Spooled events committed by Kafka",
            SpoolStats::replayedEvents)
        .counter(
            "reactive.spool.failures",
            "{batch}",
            "Batches that could not be spooled",
            SpoolStats::failures)
        .counter(
            "reactive.spool.lost",
            "{message}",
            "Spooled events damaged or deleted",
            SpoolStats::lostEvents)
        .fromEach(TOPIC, sources.spools());
  }

  /** How many brokers hold what topics acknowledge. */
  private void topics() {
    new ObservedMetrics<TelemetrySources.Topic>(meter)
        .gauge(
            "reactive.kafka.topic.replication_factor",
            "{replica}",
            "The topic's replication factor",
            TelemetrySources.Topic::replicationFactor)
        .gauge(
            "reactive.kafka.topic.min_insync_replicas",
            "{replica}",
            "Its min.insync.replicas; 0: not known",
            TelemetrySources.Topic::minInsyncReplicas)
        .gauge(
            "reactive.kafka.topic.weak",
            "",
            "1 if fewer than 3 replicas or 2 in sync, or unclean elections",
            topic -> topic.weak() ? 1 : 0)
        .gauge(
            "reactive.kafka.topic.partitions",
            "{partition}",
            "Its partitions; 0: not known",
            TelemetrySources.Topic::partitions)
        .gauge(
            "reactive.kafka.topic.leaderless",
            "{partition}",
            "Its partitions without a leader",
            TelemetrySources.Topic::leaderless)
        .gauge(
            "reactive.kafka.topic.in_sync",
            "{replica}",
            "In-sync replicas of its partition that has the fewest",
            TelemetrySources.Topic::inSync)
        .fromEach(TOPIC, sources.topics());
  }

  private static String lowerCase(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
