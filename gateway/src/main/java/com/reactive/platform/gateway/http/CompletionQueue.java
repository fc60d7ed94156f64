package com.reactive.platform.gateway.http;

import io.netty.channel.EventLoop;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Carries completed exchanges from the sink's threads to one event loop, with one hop for all that
 * complete while the loop is busy.
 *
 * <p>A stack of exchanges linked through themselves: {@link #accept} pushes with a compare-and-set,
 * and whoever pushes onto the empty stack schedules the drain; the drain takes the whole stack with
 * one swap. So nothing is allocated, and at most one task per loop is waiting.
 */
final class CompletionQueue implements Consumer<Exchange> {
  private final AtomicReference<Exchange> newest = new AtomicReference<>();
  private final EventLoop loop;
  private final Runnable drain;

  /**
   * @param receiver called on the loop with the oldest of a linked list, in order of completion
   */
  CompletionQueue(EventLoop loop, Consumer<Exchange> receiver) {
    this.loop = loop;
    this.drain = () -> receiver.accept(oldestFirst(newest.getAndSet(null)));
  }

  /** Any thread. Never blocks. */
  @Override
  public void accept(Exchange exchange) {
    Exchange head;
    do {
      head = newest.get();
      exchange.next = head;
    } while (!newest.compareAndSet(head, exchange));
    if (head == null) {
      try {
        loop.execute(drain);
      } catch (RejectedExecutionException e) {
        // The loop has ended, and with it the connection: there is nobody to respond to.
      }
    }
  }

  private static Exchange oldestFirst(Exchange newestFirst) {
    Exchange reversed = null;
    Exchange current = newestFirst;
    while (current != null) {
      Exchange older = current.next;
      current.next = reversed;
      reversed = current;
      current = older;
    }
    return reversed;
  }
}
