package com.reactive.platform.gateway.sink.kafka;

import org.apache.kafka.clients.producer.Producer;

/**
 * What producers have sent since they were made, as the Kafka client counts it.
 *
 * @param requests sent to brokers: produce requests, and now and then one for metadata
 * @param records in those requests; one that is sent again counts again
 */
public record ProducerTraffic(long requests, long records) {
  static final ProducerTraffic NONE = new ProducerTraffic(0, 0);

  private static final String GROUP = "producer-metrics";

  /** What this one has sent. From any thread. */
  public static ProducerTraffic of(Producer<?, ?> producer) {
    return new ProducerTraffic(
        count(producer, "request-total"), count(producer, "record-send-total"));
  }

  private static long count(Producer<?, ?> producer, String name) {
    return producer.metrics().entrySet().stream()
        .filter(of -> of.getKey().group().equals(GROUP) && of.getKey().name().equals(name))
        .mapToLong(of -> ((Number) of.getValue().metricValue()).longValue())
        .sum();
  }

  ProducerTraffic plus(ProducerTraffic other) {
    return new ProducerTraffic(requests + other.requests, records + other.records);
  }
}
