package com.reactive.platform.gateway.ingest;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Carries callbacks whose outcome is known from the sink's threads to one event loop, with one hop
 * for all that complete while the loop is busy.
 *
 * <p>A stack of callbacks linked through themselves: {@link #accept} pushes with a compare-and-set,
 * and whoever pushes onto the empty stack schedules the drain; the drain takes the whole stack with
 * one swap. So nothing is allocated, and at most one task per loop is waiting.
 */
public final class CompletionQueue<T extends ReturningCallback<T>> implements Consumer<T> {
  private final AtomicReference<T> newest = new AtomicReference<>();
  private final Executor loop;
  private final Runnable drain;

  /**
   * @param receiver called on the loop with the oldest of a linked list, in order of completion
   */
  public CompletionQueue(Executor loop, Consumer<T> receiver) {
    this.loop = loop;
    this.drain = () -> receiver.accept(oldestFirst(newest.getAndSet(null)));
  }

  /** Any thread. Never blocks. */
  @Override
  public void accept(T callback) {
    T head;
    do {
      head = newest.get();
      callback.next(head);
    } while (!newest.compareAndSet(head, callback));
    if (head == null) {
      try {
        loop.execute(drain);
      } catch (RejectedExecutionException e) {
        // The loop has ended, and with it the connection: there is nobody to respond to.
      }
    }
  }

  private static <T extends ReturningCallback<T>> T oldestFirst(T newestFirst) {
    T reversed = null;
    T current = newestFirst;
    while (current != null) {
      T older = current.next();
      current.next(reversed);
      reversed = current;
      current = older;
    }
    return reversed;
  }
}
