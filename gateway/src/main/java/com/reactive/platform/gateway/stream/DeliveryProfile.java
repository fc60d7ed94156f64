package com.reactive.platform.gateway.stream;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The properties that streams must share to share a delivery pipeline: the acknowledgement, the
 * record format, and how long an event may wait for others.
 *
 * @param spool the topic whose events it spools while Kafka is away: a spool has a pipeline of its
 *     own; empty: none
 */
public record DeliveryProfile(Acks acks, RecordFormat format, int maxLatencyMillis, String spool) {

  /** The pipelines that these streams need, in their order; those of quarantines last. */
  public static List<DeliveryProfile> of(List<StreamDefinition> streams) {
    return Stream.concat(
            streams.stream().map(DeliveryProfile::of),
            streams.stream().flatMap(stream -> ofQuarantine(stream).stream()))
        .distinct()
        .toList();
  }

  /**
   * What the stream's quarantine needs, if it has one: the stream's own pipeline, if that is
   * durable and does not wait long.
   */
  public static Optional<DeliveryProfile> ofQuarantine(StreamDefinition stream) {
    DeliveryProfile own = of(stream);
    boolean fits =
        own.acks == Acks.ALL
            && own.format == RecordFormat.EVENT
            && own.spool.isEmpty()
            && !stream.respondAsync();
    return stream
        .quarantine()
        .map(
            its ->
                fits
                    ? own
                    : new DeliveryProfile(
                        Acks.ALL, RecordFormat.EVENT, its.maxLatencyMillis(), ""));
  }

  public static DeliveryProfile of(StreamDefinition stream) {
    return new DeliveryProfile(
        stream.acks(),
        stream.format(),
        stream.maxLatencyMillis(),
        stream.spool() ? stream.topic() : "");
  }

  /** For people, and for what calibration keeps apart. */
  public String text() {
    return "acks="
        + acks.text()
        + " format="
        + format.name().toLowerCase(Locale.ROOT)
        + " max-latency-ms="
        + maxLatencyMillis
        + (spool.isEmpty() ? "" : " spool=" + spool);
  }
}
