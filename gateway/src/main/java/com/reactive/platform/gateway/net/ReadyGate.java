package com.reactive.platform.gateway.net;

import io.netty.channel.Channel;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Keeps a listener from accepting until the gateway is ready, for five seconds at most: who
 * connects right after a start waits in the system's queue, instead of being sent away for a second
 * by a gateway that is ready in the next moment. The listener must be bound with {@code AUTO_READ}
 * off. Lives on the listener's event loop.
 */
public final class ReadyGate {
  private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long STEP_MILLIS = 5;

  private final Channel listener;
  private final BooleanSupplier ready;
  private final long mostNanos;
  private final long startNanos = System.nanoTime();

  private ReadyGate(Channel listener, BooleanSupplier ready, long mostNanos) {
    this.listener = listener;
    this.ready = ready;
    this.mostNanos = mostNanos;
  }

  /**
   * Has the listener accept as soon as it may. Any thread.
   *
   * @param ready asked every few milliseconds; must not block
   */
  public static void open(Channel listener, BooleanSupplier ready) {
    open(listener, ready, MOST_NANOS);
  }

  static void open(Channel listener, BooleanSupplier ready, long mostNanos) {
    listener.eventLoop().execute(new ReadyGate(listener, ready, mostNanos)::step);
  }

  private void step() {
    if (System.nanoTime() - startNanos >= mostNanos) {
      listener.config().setAutoRead(true);
    } else if (listener.isOpen()) {
      // First, since a question that fails must not keep the listener shut.
      Future<?> next =
          listener.eventLoop().schedule(this::step, STEP_MILLIS, TimeUnit.MILLISECONDS);
      if (ready.getAsBoolean()) {
        next.cancel(false);
        listener.config().setAutoRead(true);
      }
    }
  }
}
