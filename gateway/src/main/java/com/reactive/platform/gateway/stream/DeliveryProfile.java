package com.reactive.platform.gateway.stream;

import java.util.List;
import java.util.Locale;

/**
 * The properties that streams must share to share a delivery pipeline: the acknowledgement, the
 * record format, and how long an event may wait for others.
 *
 * @param spool the topic whose events it spools while Kafka is away: a spool has a pipeline of its
 *     own; empty: none
 */
public record DeliveryProfile(Acks acks, RecordFormat format, int maxLatencyMillis, String spool) {

  /** The pipelines that these streams need, in the order of the streams. */
  public static List<DeliveryProfile> of(List<StreamDefinition> streams) {
    return streams.stream().map(DeliveryProfile::of).distinct().toList();
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
