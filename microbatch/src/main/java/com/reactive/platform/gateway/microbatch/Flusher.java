package com.reactive.platform.gateway.microbatch;

import java.util.concurrent.ScheduledExecutorService;

/** Flushes the stripes of a batcher: takes batches from them and sends those. Any thread. */
interface Flusher {
  /** True if any thread may submit; else only those that were given to {@link #drive}. */
  boolean servesAnyThread();

  /** Starts serving these stripes. */
  void start(Stripes stripes);

  /** The listener of the stripe with this index. */
  Stripe.Listener listener(int stripe);

  /**
   * Has the stripe with this index flushed by the thread of its writer.
   *
   * @throws IllegalStateException if that is not how this one works, or it is driven already
   */
  void drive(int stripe, ScheduledExecutorService loop, BatchSender sender);

  /** To be called by whoever published a message, after it. */
  void messagePublished(Stripe stripe);

  /** To be called by whoever was refused because of closing: it may have withdrawn a message. */
  void messageWithdrawn();

  /** To be called by whoever changed the flush rule, after it. */
  void ruleChanged();

  /** See {@link StripedBatcher.Writer#restNanos}. */
  long restNanos(Stripe stripe);

  /** See {@link StripedBatcher.Writer#maxRestNanos}. */
  long maxRestNanos(Stripe stripe);

  /** To be called when all stripes are closed: what they hold is flushed now. */
  void drain();

  /**
   * Waits until everything is completed.
   *
   * @return whether that was in time
   */
  boolean awaitDrained(long timeoutNanos) throws InterruptedException;

  /** Completes the messages that were never sent as not-written, and sends no more. */
  void abort();

  FlushCounters counters();

  int inFlightBatches();
}
