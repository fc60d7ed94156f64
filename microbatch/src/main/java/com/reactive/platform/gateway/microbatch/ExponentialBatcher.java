package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;

/**
 * One lock and buckets that double: when one is full the next is twice as large, and when one goes
 * mostly empty the next is half as large. So the batches follow the load with nothing to tune. A
 * baseline, as {@link SimpleBatcher} is.
 *
 * <p>A bucket goes when it is full, when its oldest message has waited for T, or when nothing is in
 * flight. All methods of {@link Batcher}, from any thread; writers wait for each other's copying.
 */
public final class ExponentialBatcher extends BucketBatcher {
  /**
   * Starts a batcher.
   *
   * @param minBucketBytes size of the smallest bucket, at least 1
   * @param maxBucketBytes size of the largest bucket, and of the largest message; no smaller
   * @param flushIntervalNanos T, nanoseconds, at least 1
   * @param maxBytes all buckets together, in flight or not; at least twice the largest
   * @param sender called by one thread
   * @param threadName of that thread, which is not a daemon
   */
  public ExponentialBatcher(
      int minBucketBytes,
      int maxBucketBytes,
      long flushIntervalNanos,
      int maxBytes,
      BatchSender sender,
      String threadName) {
    super(
        new Doubling(minBucketBytes, maxBucketBytes),
        new FlushLimits(maxBucketBytes, flushIntervalNanos),
        maxBytes,
        sender,
        threadName);
    start();
  }

  /** Sizes from min to max, by factors of two. */
  static final class Doubling implements BucketSizes {
    private final int minBytes;
    private final int maxBytes;
    private int nextBytes;

    Doubling(int minBytes, int maxBytes) {
      this.minBytes = BatcherSupport.atLeast("minBucketBytes", minBytes, 1);
      this.maxBytes = BatcherSupport.atLeast("maxBucketBytes", maxBytes, minBytes);
      this.nextBytes = minBytes;
    }

    @Override
    public int bytesFor(int length, boolean previousIsFull) {
      int bytes = previousIsFull ? (int) Math.min(maxBytes, 2L * nextBytes) : nextBytes;
      return Math.max(bytes, length);
    }

    @Override
    public void opened(int capacityBytes) {
      nextBytes = capacityBytes;
    }

    @Override
    public void flushed(int bytes, int capacityBytes) {
      if (bytes < capacityBytes / 4) {
        nextBytes = Math.max(minBytes, nextBytes / 2);
      }
    }
  }
}
