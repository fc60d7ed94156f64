package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.sink.SinkTraffic;
import com.reactive.platform.gateway.stream.Acks;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One producer for each setting of acks. Made by the probe, used by any. Thread-safe. */
final class ProducerPool {
  private static final Logger log = LoggerFactory.getLogger(ProducerPool.class);

  private final KafkaConfig config;
  private final long budgetBytes;
  private final Map<Acks, ManagedProducer> producers = new EnumMap<>(Acks.class);

  /** Of those that were replaced; guarded by this. */
  private SinkTraffic trafficBefore = SinkTraffic.NONE;

  ProducerPool(KafkaConfig config, long budgetBytes, Set<Acks> acks) {
    this.config = config;
    this.budgetBytes = budgetBytes;
    acks.forEach(each -> producers.put(each, null));
  }

  /** Null before Kafka was there. */
  synchronized ManagedProducer live(Acks acks) {
    return producers.get(acks);
  }

  private synchronized void put(Acks acks, ManagedProducer live) {
    producers.put(acks, live);
  }

  private synchronized List<Acks> acks() {
    return List.copyOf(producers.keySet());
  }

  private synchronized List<ManagedProducer> made() {
    return producers.values().stream().filter(Objects::nonNull).toList();
  }

  /** What all of them got from Kafka, ever. */
  double bytesFromKafka() {
    return made().stream().mapToDouble(ManagedProducer::bytesFromKafka).sum();
  }

  /** What all of them sent, those that were replaced included. */
  synchronized SinkTraffic traffic() {
    return made().stream().map(ManagedProducer::traffic).reduce(trafficBefore, SinkTraffic::plus);
  }

  private synchronized void replace(Acks acks, ManagedProducer broken, ManagedProducer by) {
    trafficBefore = trafficBefore.plus(broken.traffic());
    producers.put(acks, by);
  }

  /**
   * Fetches the metadata before the first event needs it, and keeps the client from forgetting a
   * topic to which nothing was sent for minutes. Far from Kafka the first time takes longer than
   * one call may block, so the same producer is asked again at the next probe. Blocks.
   */
  void warm(String topic) {
    for (Acks acks : acks()) {
      ManagedProducer live = live(acks);
      if (live == null) {
        live = new ManagedProducer(config.producerProperties(budgetBytes, acks), 0);
        put(acks, live);
      }
      live.producer.partitionsFor(topic);
    }
  }

  /** What a broken producer still holds can only be told "unknown"; what comes has another one. */
  void replaceBroken() {
    for (Acks acks : acks()) {
      ManagedProducer broken = live(acks);
      if (broken != null && broken.isBroken()) {
        log.warn("Replacing a Kafka producer after a fatal error");
        replace(
            acks,
            broken,
            new ManagedProducer(
                config.producerProperties(budgetBytes, acks), broken.retries() + 1));
        broken.abandon();
      }
    }
  }

  /** After whatever they still hold is sent or given up on. */
  void close(Duration timeoutOfEach) {
    made().forEach(live -> live.producer.close(timeoutOfEach));
  }
}
