package com.reactive.platform.gateway.microbatch;

import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;

/**
 * A batcher's stripes: one for each writer, as many as are configured, and one more that is shared
 * under a lock, made when a thread first finds the others given away.
 *
 * <p>A stripe is given to the handle that asks for it by its index, or to the thread that submits
 * without a handle, until that thread has ended. Threads get theirs from the last one on, so that
 * handles find the first ones free.
 */
final class Stripes {
  private final BatcherConfig config;
  private final IntFunction<Stripe.Listener> listeners;
  private final LongSupplier nanoClock;
  private final Thread[] threads;
  private final boolean[] handles;
  private boolean closed;
  private volatile Stripe[] all;

  /**
   * @param listeners gives the listener of the stripe with this index
   */
  Stripes(BatcherConfig config, IntFunction<Stripe.Listener> listeners, LongSupplier nanoClock) {
    this.config = config;
    this.listeners = listeners;
    this.nanoClock = nanoClock;
    threads = new Thread[config.stripes()];
    handles = new boolean[config.stripes()];
    Stripe[] exclusive = new Stripe[config.stripes()];
    Arrays.setAll(exclusive, i -> new Stripe(config, listeners.apply(i), nanoClock));
    all = exclusive;
  }

  /** Every stripe, the shared one last if there is one. Not to be written to. */
  Stripe[] all() {
    return all;
  }

  /** True if a stripe is the one that threads share. */
  boolean isShared(Stripe stripe) {
    return all.length > config.stripes() && all[config.stripes()] == stripe;
  }

  /**
   * Gives the stripe to a handle.
   *
   * @throws IllegalStateException if a living thread that submits without a handle has it
   */
  synchronized Stripe giveToHandle(int stripe) {
    Thread owner = threads[stripe];
    if (owner != null && owner.isAlive()) {
      throw new IllegalStateException(
          "stripe " + stripe + " belongs to thread " + owner.getName() + ", which submitted first");
    }
    handles[stripe] = true;
    return all[stripe];
  }

  /** Gives this thread a stripe of its own, or the shared one. */
  synchronized Stripe giveToThisThread() {
    for (int i = config.stripes() - 1; i >= 0; i--) {
      // That a thread is found dead means that all it did is seen here.
      if (!handles[i] && (threads[i] == null || !threads[i].isAlive())) {
        threads[i] = Thread.currentThread();
        return all[i];
      }
    }
    if (all.length == config.stripes()) {
      Stripe shared = new Stripe(config, listeners.apply(config.stripes()), nanoClock);
      if (closed) {
        shared.close();
      }
      Stripe[] more = Arrays.copyOf(all, all.length + 1);
      more[config.stripes()] = shared;
      all = more;
    }
    return all[config.stripes()];
  }

  /** Every stripe refuses messages from now on. */
  synchronized void close() {
    closed = true;
    for (Stripe stripe : all) {
      stripe.close();
    }
  }

  boolean hasPending() {
    for (Stripe stripe : all) {
      if (stripe.hasPending()) {
        return true;
      }
    }
    return false;
  }
}
