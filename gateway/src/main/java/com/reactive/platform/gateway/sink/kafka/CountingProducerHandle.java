package com.reactive.platform.gateway.sink.kafka;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;

/** A way to Kafka that counts the records that were handed over and have no outcome yet. */
final class CountingProducerHandle implements ProducerHandle {
  private final ProducerHandle link;
  private final AtomicLong open = new AtomicLong();

  CountingProducerHandle(ProducerHandle link) {
    this.link = link;
  }

  /** Records without an outcome. From any thread. */
  long open() {
    return open.get();
  }

  @Override
  public void handing() {
    open.incrementAndGet();
  }

  @Override
  public void ended() {
    open.decrementAndGet();
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    return link.producer();
  }

  @Override
  public boolean away() {
    return link.away();
  }

  @Override
  public double retries() {
    return link.retries();
  }

  @Override
  public void broken(Producer<byte[], byte[]> producer) {
    link.broken(producer);
  }
}
