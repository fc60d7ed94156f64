package com.reactive.platform.gateway.http;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What all bodies together may hold that are arriving in pieces: their number times their largest
 * size is more than any heap. A body that comes whole is not counted. What is only announced may
 * hold half of it: lengths cost their senders nothing, and bytes that come need room, too.
 * Thread-safe.
 */
final class BodyBudget {
  private final long maxBytes;
  private final AtomicLong held = new AtomicLong();
  private final LongAdder refused = new LongAdder();

  BodyBudget(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /**
   * For bytes that have come.
   *
   * @return whether there was room; if so, as much must be {@link #release}d one day
   */
  boolean reserve(long bytes) {
    return hold(bytes, maxBytes) || refuse();
  }

  /**
   * For bytes that are announced.
   *
   * @return whether there was room in the half that these may take; if so, as much must be {@link
   *     #release}d one day, if not, nothing has changed, and nothing is refused yet
   */
  boolean claim(long bytes) {
    return hold(bytes, maxBytes / 2);
  }

  /** Whether there would be room if they came now; if not, this counts as refused. */
  boolean hasRoomFor(long bytes) {
    return held.get() + bytes <= maxBytes || refuse();
  }

  private boolean hold(long bytes, long limit) {
    long before = held.get();
    while (before + bytes <= limit) {
      if (held.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = held.get();
    }
    return false;
  }

  private boolean refuse() {
    refused.increment();
    return false;
  }

  void release(long bytes) {
    held.addAndGet(-bytes);
  }

  /** As of now. */
  HttpLoad.Bodies seen() {
    return new HttpLoad.Bodies(maxBytes, held.get(), refused.sum());
  }
}
