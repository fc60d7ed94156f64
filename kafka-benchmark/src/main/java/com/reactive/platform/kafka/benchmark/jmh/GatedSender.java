package com.reactive.platform.kafka.benchmark.jmh;

import com.reactive.platform.gateway.microbatch.Batch;
import com.reactive.platform.gateway.microbatch.BatchSender;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A sink with a gate: while it is closed, the dispatcher stands in {@link #send} and touches
 * nothing that a writer needs. It counts messages and does not read them.
 */
final class GatedSender implements BatchSender {
  private static final long TIMEOUT_SECONDS = 30;

  private final Semaphore gate = new Semaphore(0);
  private volatile boolean closed = true;
  private volatile boolean waiting;
  private final AtomicLong messages = new AtomicLong();

  @Override
  public void send(Batch batch) throws InterruptedException {
    if (closed) {
      waiting = true;
      if (!gate.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        throw new WrongDeliveryException("the gate was not opened in " + TIMEOUT_SECONDS + " s");
      }
      waiting = false;
    }
    int size = batch.size();
    batch.acked(0, -1);
    messages.addAndGet(size);
  }

  /** Closes the gate for the next batch. */
  void close() {
    closed = true;
  }

  /** Waits until a batch stands at the closed gate. */
  void awaitWaiting() {
    Backoff patience = new Backoff();
    while (!waiting) {
      patience.park("the dispatcher to come to the gate");
    }
  }

  /** Opens the gate; returns when so many messages have come through since the beginning. */
  void openUntil(long expectedMessages) {
    closed = false;
    gate.release();
    Backoff patience = new Backoff();
    while (messages.get() < expectedMessages) {
      patience.park(expectedMessages + " messages at the sink; there are " + messages.get());
    }
    if (messages.get() != expectedMessages) {
      throw new WrongDeliveryException(
          "sent " + expectedMessages + " messages; the sink got " + messages.get());
    }
  }
}
