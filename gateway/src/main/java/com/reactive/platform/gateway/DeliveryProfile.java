package com.reactive.platform.gateway;

import com.reactive.platform.gateway.stream.Acks;
import com.reactive.platform.gateway.stream.RecordFormat;
import com.reactive.platform.gateway.stream.StreamDefinition;
import java.util.List;
import java.util.Locale;

/**
 * What streams must have in common to share a batcher: whose word is asked for, what becomes a
 * record, and how long an event may wait for others.
 *
 * @param spool the topic whose events it spools while Kafka is away: a spool has its lane for
 *     itself; empty: none
 */
public record DeliveryProfile(Acks acks, RecordFormat format, int maxLatencyMillis, String spool) {

  /** The lanes that these streams need, in the order of the streams. */
  public static List<DeliveryProfile> of(List<StreamDefinition> streams) {
    return streams.stream().map(DeliveryProfile::of).distinct().toList();
  }

  static DeliveryProfile of(StreamDefinition stream) {
    return new DeliveryProfile(
        stream.acks(),
        stream.format(),
        stream.maxLatencyMillis(),
        stream.spool() ? stream.topic() : "");
  }

  /** For people, and for what calibration keeps apart. */
  String text() {
    return "acks="
        + acks.text()
        + " format="
        + format.name().toLowerCase(Locale.ROOT)
        + " max-latency-ms="
        + maxLatencyMillis
        + (spool.isEmpty() ? "" : " spool=" + spool);
  }
}
