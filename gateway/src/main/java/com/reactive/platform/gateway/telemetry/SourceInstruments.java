package com.reactive.platform.gateway.telemetry;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.metrics.Meter;

/** The metrics of event sources beside the data port, asked for when somebody looks. */
final class SourceInstruments {
  private static final AttributeKey<String> SOURCE = AttributeKey.stringKey("source");

  private SourceInstruments() {}

  /** Adds them to a meter, for as long as that lives. */
  static void register(Meter meter, TelemetrySources sources) {
    new ObservedMetrics<SourceStats>(meter)
        .gauge(
            "reactive.source.running",
            "",
            "1 if the source brings what there is",
            source -> source.running() ? 1 : 0)
        .gauge(
            "reactive.source.lag.bytes",
            "By",
            "What the origin keeps for the source; -1 if that is not known",
            SourceStats::lagBytes)
        .decimal(
            "reactive.source.lag",
            "s",
            "Age of the oldest transaction that is not in Kafka",
            source -> source.lagMillis() / 1e3)
        .gauge(
            "reactive.source.lag.exceeded",
            "",
            "1 if the origin keeps more than the limit that is set",
            source -> source.lagExceeded() ? 1 : 0)
        .counter("reactive.source.events", "{message}", "Events kept in Kafka", SourceStats::events)
        .counter(
            "reactive.source.transactions",
            "{transaction}",
            "Transactions whose events are all in Kafka",
            SourceStats::transactions)
        .counter("reactive.source.retries", "{message}", "Events sent again", SourceStats::retries)
        .counter(
            "reactive.source.skipped",
            "{message}",
            "Invalid events that were logged and skipped",
            SourceStats::skipped)
        .gauge(
            "reactive.source.pending",
            "{message}",
            "Events read and not in Kafka yet",
            SourceStats::pending)
        .gauge(
            "reactive.source.pending.bytes",
            "By",
            "Bytes of events read and not in Kafka yet",
            SourceStats::pendingBytes)
        .gauge(
            "reactive.source.position",
            "",
            "Position in the origin up to which all events are in Kafka",
            SourceStats::position)
        .fromEach(SOURCE, sources.sources());
  }
}
