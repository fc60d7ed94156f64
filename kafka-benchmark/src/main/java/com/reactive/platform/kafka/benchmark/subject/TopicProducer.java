package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.sink.kafka.ProducerTraffic;
import com.reactive.platform.kafka.benchmark.rig.BenchKafka;
import com.reactive.platform.kafka.benchmark.rig.DeliveryGuarantees;
import com.reactive.platform.kafka.benchmark.rig.Destination;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;

/** A producer and its own topic, which exists as long as the producer. */
final class TopicProducer implements AutoCloseable {
  private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(15);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

  /** Bytes of a record, its batch and its request in addition to the value; generous. */
  private static final int OVERHEAD_BYTES = 1_024;

  private final BenchKafka kafka;
  private final int partitions;
  private final String topic;
  private final ProducerSettings settings;
  private final ProducerConfig config;
  private final KafkaProducer<byte[], byte[]> producer;

  /** Makes the topic and the producer; blocks until the producer knows the topic. */
  TopicProducer(BenchKafka kafka, String kind, int partitions, ProducerSettings settings)
      throws InterruptedException {
    this.kafka = kafka;
    this.settings = settings;
    this.partitions = partitions;
    this.topic = TopicOptions.newTopic(kafka, kind, partitions);
    Map<String, Object> properties = settings.properties(kafka.bootstrapServers());
    try {
      this.config = new ProducerConfig(properties);
      this.producer = newProducer(properties);
    } catch (RuntimeException e) {
      kafka.deleteTopic(topic);
      throw e;
    }
  }

  private KafkaProducer<byte[], byte[]> newProducer(Map<String, Object> properties) {
    KafkaProducer<byte[], byte[]> made = new KafkaProducer<>(properties);
    try {
      warmUp(made);
      return made;
    } catch (RuntimeException e) {
      made.close(Duration.ZERO);
      throw e;
    }
  }

  private void warmUp(KafkaProducer<byte[], byte[]> made) {
    long start = System.nanoTime();
    while (true) {
      try {
        made.partitionsFor(topic);
        return;
      } catch (TimeoutException notYet) {
        if (System.nanoTime() - start > WARM_UP_NANOS) {
          throw new IllegalStateException("no metadata of topic " + topic + " in time");
        }
      }
    }
  }

  /**
   * Passes one record to the client, which has copied the value when this returns.
   *
   * @return the failure inside {@code send()}, which the delivery does not report; null if none
   */
  Exception send(byte[] value, RecordDelivery delivery) {
    RuntimeException thrown = null;
    delivery.sending();
    try {
      producer.send(new ProducerRecord<>(topic, value), delivery);
    } catch (RuntimeException e) {
      thrown = e;
    }
    Exception reported = delivery.sent();
    return thrown != null ? thrown : reported;
  }

  /** Requests and records that it has sent so far. */
  SinkTraffic traffic() {
    return ProducerTraffic.of(producer);
  }

  /** The largest value that surely fits into one record, bytes. */
  int maxValueBytes() {
    long memory = config.getLong(ProducerConfig.BUFFER_MEMORY_CONFIG);
    int request = config.getInt(ProducerConfig.MAX_REQUEST_SIZE_CONFIG);
    return (int) Math.max(1, Math.min(memory, request) - OVERHEAD_BYTES);
  }

  /** 0, 1 or all. */
  String acks() {
    return ProducerSettings.acks(config);
  }

  /** The topic, for reading back. */
  Destination destination(RecordReader reader, DeliveryGuarantees guarantees) {
    return new Destination(List.of(topic), acks(), reader, true, guarantees);
  }

  /** Those of the producer, and the topic's partitions. */
  Map<String, String> settings() {
    Map<String, String> all = settings.inForce(config);
    all.put("partitions", Integer.toString(partitions));
    return all;
  }

  /** Sends what lingers, and waits until all of it has its outcome or the time is over. */
  void flush(Duration timeout) throws InterruptedException {
    // The client's own flush has no timeout; an interrupt is how it is left.
    Thread flusher = new Thread(this::flushUnlessInterrupted, "bench-flush");
    flusher.setDaemon(true);
    flusher.start();
    try {
      flusher.join(Math.max(1, timeout.toMillis()));
    } finally {
      flusher.interrupt();
    }
    flusher.join();
  }

  private void flushUnlessInterrupted() {
    try {
      producer.flush();
    } catch (InterruptException timeIsOver) {
      // The caller counts what is still open.
    }
  }

  /** Waits a few seconds for open records, then deletes the topic. */
  @Override
  public void close() {
    producer.close(CLOSE_TIMEOUT);
    kafka.deleteTopic(topic);
  }
}
