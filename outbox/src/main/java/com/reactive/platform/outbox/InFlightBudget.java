package com.reactive.platform.outbox;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * The rows that were read and are not kept in Kafka yet, with their bytes: bounded, so that the
 * reader waits instead. Thread-safe.
 */
final class InFlightBudget {
  /** As of one moment. */
  record Held(long rows, long bytes) {}

  private final int maxRows;
  private final long maxBytes;

  // Guarded by this.
  private long rows;
  private long bytes;

  InFlightBudget(int maxRows, long maxBytes) {
    this.maxRows = maxRows;
    this.maxBytes = maxBytes;
  }

  /** As {@link #tryAcquire}, but waits for room; returns false if there was none all this time. */
  synchronized boolean acquire(int rowBytes, long waitMillis) throws InterruptedException {
    return await(() -> hasRoom(rowBytes), waitMillis) && tryAcquire(rowBytes);
  }

  /**
   * Takes a row in; one that is larger than all of the budget alone.
   *
   * @return false if there is no room; then it is not taken in
   */
  synchronized boolean tryAcquire(int rowBytes) {
    if (!hasRoom(rowBytes)) {
      return false;
    }
    rows++;
    bytes += rowBytes;
    return true;
  }

  private boolean hasRoom(int rowBytes) {
    return rows == 0 || (rows < maxRows && bytes + rowBytes <= maxBytes);
  }

  /** These rows are kept. Wakes the reader when half of the budget is free, not for each row. */
  synchronized void release(int keptRows, long keptBytes) {
    rows -= keptRows;
    bytes -= keptBytes;
    if (rows <= maxRows / 2 && bytes <= maxBytes / 2) {
      notifyAll();
    }
  }

  /** Waits until there is no row. Returns false if there were some all this time. */
  synchronized boolean awaitEmpty(long waitMillis) throws InterruptedException {
    return await(() -> rows == 0, waitMillis);
  }

  /** Returns false if the condition did not hold all this time. */
  private synchronized boolean await(BooleanSupplier condition, long waitMillis)
      throws InterruptedException {
    long endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
    while (!condition.getAsBoolean()) {
      long leftMillis = TimeUnit.NANOSECONDS.toMillis(endNanos - System.nanoTime());
      if (leftMillis <= 0) {
        return false;
      }
      wait(leftMillis);
    }
    return true;
  }

  synchronized Held held() {
    return new Held(rows, bytes);
  }
}
