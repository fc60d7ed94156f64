package com.reactive.platform.gateway.ingest;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * Carries callbacks whose outcome is known from the sink's threads to one event loop, with one hop
 * for all that complete while the loop is busy.
 *
 * <p>A stack of callbacks linked through themselves: {@link #accept} pushes with a compare-and-set,
 * and whoever pushes onto the empty stack schedules the drain; the drain takes the whole stack with
 * one swap. So nothing is allocated, and at most one task per loop is waiting.
 *
 * <p>After an outage thousands may come at once. So that nobody else has to wait for all of them,
 * the loop gets them in turns, and looks at its sockets between two: what is scheduled for now runs
 * after that, other tasks before.
 */
public final class CompletionQueue<T extends ReturningCallback<T>> implements Consumer<T> {
  /** So many are a few milliseconds of writing. */
  static final int PER_TURN = 512;

  private final AtomicReference<T> newest = new AtomicReference<>();
  private final ScheduledExecutorService loop;
  private final Consumer<T> receiver;
  private final Runnable drain = this::drain;

  // The loop's: what waits for its turn, in order of completion.
  private T oldest;
  private T youngest;
  private boolean turnScheduled;

  /**
   * @param loop runs what is scheduled without a delay after a look at its sockets
   * @param receiver called on the loop with the oldest of a linked list, in order of completion
   */
  public CompletionQueue(ScheduledExecutorService loop, Consumer<T> receiver) {
    this.loop = loop;
    this.receiver = receiver;
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

  private void drain() {
    T last = newest.getAndSet(null);
    T first = oldestFirst(last);
    if (oldest == null) {
      oldest = first;
    } else {
      youngest.next(first);
    }
    youngest = last;
    if (!turnScheduled) {
      turn();
    }
  }

  private void turn() {
    T first = oldest;
    T last = first;
    for (int i = 1; i < PER_TURN && last.next() != null; i++) {
      last = last.next();
    }
    oldest = last.next();
    last.next(null);
    turnScheduled = oldest != null;
    if (turnScheduled) {
      loop.schedule(this::turn, 0, TimeUnit.NANOSECONDS);
    }
    receiver.accept(first);
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
