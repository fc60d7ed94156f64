package com.reactive.platform.gateway.sink.kafka;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;

/** A way to Kafka that counts the records that were handed over and have no outcome yet. */
final class CountingProducerHandle implements ProducerHandle {
  private final ProducerHandle handle;
  private final AtomicLong open = new AtomicLong();

  CountingProducerHandle(ProducerHandle handle) {
    this.handle = handle;
  }

  /** Records without an outcome. From any thread. */
  long open() {
    return open.get();
  }

  @Override
  public void beginSend() {
    open.incrementAndGet();
  }

  @Override
  public void endSend() {
    open.decrementAndGet();
  }

  @Override
  public Producer<byte[], byte[]> producer() {
    return handle.producer();
  }

  @Override
  public boolean away() {
    return handle.away();
  }

  @Override
  public double retries() {
    return handle.retries();
  }

  @Override
  public void broken(Producer<byte[], byte[]> producer) {
    handle.broken(producer);
  }
}
