package com.reactive.platform.testbed;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Lets work end in order when the process is to end: on Ctrl-C or SIGTERM the working thread is
 * interrupted, and the process waits until it has closed what it opened.
 */
public final class OrderlyExit {
  private static final long CLOSING_SECONDS = 90;

  private OrderlyExit() {}

  /** Does the work on the calling thread. */
  public static <T> T of(Callable<T> work) throws Exception {
    Thread worker = Thread.currentThread();
    CountDownLatch closed = new CountDownLatch(1);
    Thread hook = new Thread(() -> interruptAndAwait(worker, closed), "benchmark-exit");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      return work.call();
    } finally {
      closed.countDown();
      try {
        Runtime.getRuntime().removeShutdownHook(hook);
      } catch (IllegalStateException ending) {
        // The hook runs already, and now goes on.
      }
    }
  }

  private static void interruptAndAwait(Thread worker, CountDownLatch closed) {
    worker.interrupt();
    try {
      closed.await(CLOSING_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
