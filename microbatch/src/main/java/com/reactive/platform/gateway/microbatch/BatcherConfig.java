package com.reactive.platform.gateway.microbatch;

import com.reactive.platform.gateway.microbatch.adaptive.FlushLimits;

/**
 * Sizes and limits of a {@link StripedBatcher}.
 *
 * <p>The batcher's memory is bounded by (stripes + 1) x (stripeBytes + about 12 bytes x
 * stripeMessages); the one more is made only when threads have to share it. A stripe takes its
 * memory with its first message.
 *
 * @param stripes number of stripes, 1 to 1024; one per writing thread keeps writers apart
 * @param stripeBytes capacity of one stripe's byte ring, 2 to 2^30, rounded up to a power of two;
 *     the largest message is half of it
 * @param stripeMessages bound on the messages pending or in flight in one stripe, 1 to 2^24,
 *     rounded up to a power of two
 * @param flushBytes N: a stripe with this many bytes pending is flushed, and a batch of more than
 *     one message has no more; at least 1; a quarter of the ring caps it
 * @param flushIntervalNanos T: a stripe whose oldest pending message has waited this long is
 *     flushed, nanoseconds, at least 1
 * @param idlePauseNanos H: an idle sink is given something at most so often, nanoseconds; 0: always
 */
public record BatcherConfig(
    int stripes,
    int stripeBytes,
    int stripeMessages,
    int flushBytes,
    long flushIntervalNanos,
    long idlePauseNanos) {

  /** Rounds the ring sizes up, so that the accessors tell what is in force. */
  public BatcherConfig {
    requireRange("stripes", stripes, 1, 1024);
    requireRange("stripeBytes", stripeBytes, 2, 1 << 30);
    requireRange("stripeMessages", stripeMessages, 1, 1 << 24);
    new FlushLimits(flushBytes, flushIntervalNanos, idlePauseNanos);
    stripeBytes = roundUpToPowerOfTwo(stripeBytes);
    stripeMessages = roundUpToPowerOfTwo(stripeMessages);
  }

  /** Without an H. */
  public BatcherConfig(
      int stripes, int stripeBytes, int stripeMessages, int flushBytes, long flushIntervalNanos) {
    this(stripes, stripeBytes, stripeMessages, flushBytes, flushIntervalNanos, 0);
  }

  /** The same with this H, nanoseconds. */
  public BatcherConfig withIdlePause(long nanos) {
    return new BatcherConfig(
        stripes, stripeBytes, stripeMessages, flushBytes, flushIntervalNanos, nanos);
  }

  /** N, T and H. */
  FlushLimits limits() {
    return new FlushLimits(flushBytes, flushIntervalNanos, idlePauseNanos);
  }

  /**
   * The largest message, in bytes: half of the ring. A message lies contiguous, so the end of the
   * ring may have to be skipped for it; up to a half, an empty ring always has room for both.
   */
  public int maxMessageBytes() {
    return stripeBytes / 2;
  }

  private static void requireRange(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " must be between " + min + " and " + max + ", but is " + value);
    }
  }

  private static int roundUpToPowerOfTwo(int value) {
    return value == 1 ? 1 : Integer.highestOneBit(value - 1) << 1;
  }
}
