package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;

/**
 * One lock and buffers of one size that are used in turn: while one is away, the next one gathers.
 * A baseline: what striping and single-writer rings are worth shows beside it.
 *
 * <p>A buffer goes when it is full, when its oldest message has waited for T, or when nothing is in
 * flight. All methods of {@link Batcher}, from any thread; writers wait for each other's copying.
 */
public final class SimpleBatcher extends BucketBatcher {
  /**
   * Starts a batcher.
   *
   * @param flushBytes N: size of a buffer, and of the largest message, at least 1
   * @param flushIntervalNanos T, nanoseconds, at least 1
   * @param maxBytes all buffers together, in flight or not; at least twice N
   * @param sender called by one thread
   * @param threadName of that thread, which is not a daemon
   */
  public SimpleBatcher(
      int flushBytes,
      long flushIntervalNanos,
      int maxBytes,
      BatchSender sender,
      String threadName) {
    super(
        (length, previousIsFull) -> flushBytes,
        new FlushLimits(flushBytes, flushIntervalNanos),
        maxBytes,
        sender,
        threadName);
    start();
  }
}
