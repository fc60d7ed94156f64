package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.SinkTraffic;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;

/** A producer, and what its own metrics say of its connections. Thread-safe. */
final class ManagedProducer {
  final Producer<byte[], byte[]> producer;
  private final Metric connections;
  private final Metric retries;
  private final Metric bytesFromKafka;
  private final double retriesBefore;
  private volatile boolean broken;

  /**
   * Starts the client; throws what its constructor throws, as for a host that cannot be found.
   *
   * @param retriesBefore with what {@link #retries} begins: not what it was for another producer
   *     whose records are still without an outcome
   */
  ManagedProducer(Map<String, Object> properties, double retriesBefore) {
    this.retriesBefore = retriesBefore;
    producer = new KafkaProducer<>(properties);
    connections = metric("connection-count");
    retries = metric("record-retry-total");
    bytesFromKafka = metric("incoming-byte-total");
  }

  private Metric metric(String name) {
    for (Map.Entry<MetricName, ? extends Metric> each : producer.metrics().entrySet()) {
      MetricName key = each.getKey();
      if (key.group().equals("producer-metrics") && key.name().equals(name)) {
        return each.getValue();
      }
    }
    throw new IllegalStateException("the Kafka client has no metric " + name);
  }

  /** Whether it has any connection; also while it is trying to make one. */
  boolean connected() {
    return value(connections) > 0;
  }

  double retries() {
    return retriesBefore + value(retries);
  }

  /** Whether Kafka speaks to it is seen from this growing. */
  double bytesFromKafka() {
    return value(bytesFromKafka);
  }

  SinkTraffic traffic() {
    return ProducerTraffic.of(producer);
  }

  private static double value(Metric metric) {
    return ((Number) metric.metricValue()).doubleValue();
  }

  void broke() {
    broken = true;
  }

  boolean isBroken() {
    return broken;
  }

  /** Gives up what it still holds: each record's outcome is unknown then. Blocks for a moment. */
  void abandon() {
    producer.close(Duration.ZERO);
  }
}
