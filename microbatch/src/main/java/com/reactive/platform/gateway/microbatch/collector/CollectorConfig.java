package com.reactive.platform.gateway.microbatch.collector;

import com.reactive.platform.gateway.microbatch.FlushReason;

/**
 * Sizes and limits of a {@link MicrobatchCollector}. It holds at most (rings + 1) x ringItems
 * items, besides the batch that the sink has.
 *
 * @param rings rings that one thread each has to itself, 1 to 1024; made when a thread comes. All
 *     further threads share one more
 * @param ringItems capacity of one ring in items, 1 to 2^24, rounded up to a power of two
 * @param maxBatchItems N: a batch has at most so many items, at least 1
 * @param flushIntervalNanos T: the longest that a small batch may grow while the sink is idle,
 *     which never takes more than some microseconds; a batch of which an item may have waited for
 *     T, the sink being busy, counts as {@link FlushReason#TIME}. Nanoseconds, at least 1
 */
public record CollectorConfig(
    int rings, int ringItems, int maxBatchItems, long flushIntervalNanos) {

  /** Rounds the ring's size up, so that the accessor tells what is in force. */
  public CollectorConfig {
    requireRange("rings", rings, 1, 1024);
    requireRange("ringItems", ringItems, 1, 1 << 24);
    requireRange("maxBatchItems", maxBatchItems, 1, Integer.MAX_VALUE);
    requireRange("flushIntervalNanos", flushIntervalNanos, 1, Long.MAX_VALUE);
    ringItems = ringItems == 1 ? 1 : Integer.highestOneBit(ringItems - 1) << 1;
  }

  /** The same sizes with other limits. */
  public CollectorConfig withLimits(int newMaxBatchItems, long newFlushIntervalNanos) {
    return new CollectorConfig(rings, ringItems, newMaxBatchItems, newFlushIntervalNanos);
  }

  private static void requireRange(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be between " + min + " and " + max + ", but is " + value);
    }
  }
}
