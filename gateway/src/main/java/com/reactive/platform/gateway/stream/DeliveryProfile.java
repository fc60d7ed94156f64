package com.reactive.platform.gateway.stream;

import java.util.List;
import java.util.Locale;
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
            streams.stream()
                .flatMap(stream -> stream.quarantine().stream())
                .map(QuarantineConfig::profile))
        .distinct()
        .toList();
  }

  /**
   * What a stream's quarantine needs: its own pipeline, if that is durable and does not wait long.
   *
   * @param answeredLatencyMillis where responses wait for Kafka
   */
  static DeliveryProfile ofQuarantine(StreamDefinition stream, int answeredLatencyMillis) {
    DeliveryProfile own = of(stream);
    boolean fits =
        own.acks == Acks.ALL
            && own.format == RecordFormat.EVENT
            && own.spool.isEmpty()
            && !stream.respondAsync();
    return fits
        ? own
        : new DeliveryProfile(Acks.ALL, RecordFormat.EVENT, answeredLatencyMillis, "");
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
