package com.reactive.platform.gateway.http;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all bodies together may hold that are arriving in pieces: their number times their largest
 * size is more than any heap. A body that comes whole is not counted. Thread-safe.
 */
final class BodyBudget {
  private final long maxBytes;
  private final AtomicLong held = new AtomicLong();
  private final LongAdder refused = new LongAdder();

  BodyBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Returns whether there was room; if so, as much must be {@link #release}d one day. */
  boolean reserve(long bytes) {
    long before = held.get();
    while (before + bytes <= maxBytes) {
      if (held.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = held.get();
    }
    refused.increment();
    return false;
  }

  void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /** As of now. */
  Load.Bodies seen() {
    return new Load.Bodies(maxBytes, held.get(), refused.sum());
  }
}
