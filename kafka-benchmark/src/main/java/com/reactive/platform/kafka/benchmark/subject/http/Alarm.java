package com.reactive.platform.kafka.benchmark.subject.http;

import java.nio.channels.Selector;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Wakes a selector at a time that its own timeout of whole milliseconds cannot express.
 *
 * <p>A thread that parks until then. It is unparked only for a time before the one that it waits
 * for, so there is one wake-up for each due send and none for the responses in between. It wakes up
 * some 50 us late, as threads on Linux do.
 */
final class Alarm implements AutoCloseable {
  private static final long NEVER = Long.MAX_VALUE;

  /** Sooner by less than this is not sooner. */
  private static final long SLACK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);

  private final Selector selector;
  private final Thread thread = new Thread(this::run, "http-load-alarm");
  private final long origin = System.nanoTime(); // so that times can be compared
  private volatile long at = NEVER; // nanoseconds since the origin
  private volatile boolean closed;

  Alarm(Selector selector) {
    this.selector = selector;
    thread.setDaemon(true);
    thread.start();
  }

  /** The selector is woken at this time, or somewhat sooner. By one thread. */
  void set(long nanoTime) {
    long wanted = nanoTime - origin;
    long current = at;
    if (current - SLACK_NANOS > wanted) {
      at = wanted;
      LockSupport.unpark(thread);
    }
  }

  private void run() {
    while (!closed) {
      long current = at;
      if (current == NEVER) {
        LockSupport.park(this);
        continue;
      }
      long left = current - (System.nanoTime() - origin);
      if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else {
        at = NEVER; // before the wake-up: who is woken may set the next
        selector.wakeup();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(thread);
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
