package com.reactive.platform.kafka.benchmark.jmh;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The published batcher that ours descends from, rebuilt from its description. It is kept as a
 * rival in benchmarks and for nothing else, because it loses and overwrites messages:
 *
 * <ul>
 *   <li>The flush thread copies a stripe out and then sets its position to 0. What was written
 *       between the reading of the position and the setting is never sent.
 *   <li>A writer claims its place before it copies. The flush thread may copy the place out first
 *       and sends what lay there before, whole or in part; and a writer that is late by a flush
 *       writes over a message of the next round.
 *   <li>Threads choose a stripe by {@code threadId & (n - 1)}, so two may share one.
 * </ul>
 *
 * <p>It is as fast as that design allows. Writers neither lock nor wait; the flush thread copies a
 * whole stripe at a time and looks again as soon as its sink has returned.
 */
final class AncestorBatcher implements AutoCloseable {
  /** Receives the bytes that were flushed; they belong to the batcher again when it returns. */
  @FunctionalInterface
  interface Sink {
    void take(byte[] buffer, int length);
  }

  private static final int STRIPE_BYTES = 32 << 20;
  private static final int STRIPES = 4;
  private static final int FLUSH_BYTES = 1 << 20;
  private static final long POLL_NANOS = 20_000;

  private static final class Stripe {
    private final byte[] buffer = new byte[STRIPE_BYTES];
    private final AtomicInteger position = new AtomicInteger();
  }

  private final Stripe[] stripes = new Stripe[STRIPES];
  private final byte[] out = new byte[STRIPE_BYTES];
  private final Sink sink;
  private final Thread flusher = new Thread(this::run, "ancestor-flush");
  private volatile boolean flushAll;
  private volatile boolean closed;

  AncestorBatcher(Sink sink) {
    this.sink = sink;
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Stripe();
    }
    flusher.setDaemon(true);
    flusher.start();
  }

  /** Index of the stripe that a thread writes to. */
  static int stripeOf(Thread thread) {
    return (int) thread.getId() & (STRIPES - 1);
  }

  /**
   * Accepts the first bytes of the array, one message or many side by side; false means full. What
   * is accepted may or may not reach the sink.
   */
  boolean submit(byte[] source, int length) {
    Stripe stripe = stripes[stripeOf(Thread.currentThread())];
    if (stripe.position.get() > STRIPE_BYTES - length) {
      return false;
    }
    int start = stripe.position.getAndAdd(length);
    if (start > STRIPE_BYTES - length) {
      return false;
    }
    System.arraycopy(source, 0, stripe.buffer, start, length);
    return true;
  }

  /** Passes whatever is there to the sink; returns when the sink has returned. One caller. */
  void flush() {
    flushAll = true;
    Backoff backoff = new Backoff();
    while (flushAll) {
      backoff.park("the ancestor's flush");
    }
  }

  @Override
  public void close() {
    closed = true;
  }

  private void run() {
    while (!closed) {
      boolean all = flushAll;
      boolean flushed = false;
      for (Stripe stripe : stripes) {
        flushed |= flush(stripe, all ? 1 : FLUSH_BYTES);
      }
      if (all) {
        flushAll = false;
      } else if (!flushed) {
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private boolean flush(Stripe stripe, int fromBytes) {
    int length = Math.min(stripe.position.get(), STRIPE_BYTES);
    if (length < fromBytes) {
      return false;
    }
    System.arraycopy(stripe.buffer, 0, out, 0, length);
    stripe.position.set(0);
    sink.take(out, length);
    return true;
  }
}
