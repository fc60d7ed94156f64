package com.reactive.platform.gateway.sink.kafka;

import com.reactive.platform.gateway.stream.Acks;
import org.apache.kafka.clients.producer.Producer;

/** One dispatcher's view of the producer that its pipeline shares with others. */
final class PooledProducerHandle implements ProducerHandle {
  private final Acks acks;
  private final ProducerPool producers;
  private final BrokerLiveness liveness;
  private final Reachability reachability;

  PooledProducerHandle(Acks acks, ProducerPool producers, BrokerLiveness liveness) {
    this.acks = acks;
    this.producers = producers;
    this.liveness = liveness;
    this.reachability = new Reachability(liveness, System::nanoTime);
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    return producers.live(acks).producer;
  }

  @Override
  public boolean away() {
    ManagedProducer live = producers.live(acks);
    return reachability.away(live != null && live.connected()) || live == null;
  }

  @Override
  public double retries() {
    ManagedProducer live = producers.live(acks);
    return live == null ? 0 : live.retries();
  }

  @Override
  public void broken(Producer<byte[], byte[]> producer) {
    ManagedProducer live = producers.live(acks);
    if (live.producer == producer && !live.isBroken()) {
      live.broke();
      liveness.nudge();
    }
  }
}
