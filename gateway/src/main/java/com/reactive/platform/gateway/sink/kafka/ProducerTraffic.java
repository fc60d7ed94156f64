package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.SinkTraffic;
import org.apache.kafka.clients.producer.Producer;

/** Reads what a producer has sent since it was made, as the Kafka client counts it. */
public final class ProducerTraffic {
  private static final String GROUP = "producer-metrics";

  private ProducerTraffic() {}

  /** What this one has sent. From any thread. */
  public static SinkTraffic of(Producer<?, ?> producer) {
    return new SinkTraffic(
        count(producer, "request-total"), count(producer, "record-send-total"), bytes(producer));
  }

  /** The client counts bytes by topic only. */
  private static long bytes(Producer<?, ?> producer) {
    return producer.metrics().entrySet().stream()
        .filter(of -> of.getKey().group().equals("producer-topic-metrics"))
        .filter(of -> of.getKey().name().equals("byte-total"))
        .mapToLong(of -> ((Number) of.getValue().metricValue()).longValue())
        .sum();
  }

  private static long count(Producer<?, ?> producer, String name) {
    return producer.metrics().entrySet().stream()
        .filter(of -> of.getKey().group().equals(GROUP) && of.getKey().name().equals(name))
        .mapToLong(of -> ((Number) of.getValue().metricValue()).longValue())
        .sum();
  }
}
