package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * N and T of the flush rule, in one object so that they change together.
 *
 * @param flushBytes N: a batch goes when it has so many bytes, at least 1
 * @param flushIntervalNanos T: or when its oldest message is so old, nanoseconds, at least 1
 */
public record FlushLimits(int flushBytes, long flushIntervalNanos) {
  /** Refuses limits under which nothing could ever be gathered. */
  public FlushLimits {
    if (flushBytes < 1) {
      throw new IllegalArgumentException("flushBytes must be at least 1, but is " + flushBytes);
    }
    if (flushIntervalNanos < 1) {
      throw new IllegalArgumentException(
          "flushIntervalNanos must be at least 1, but is " + flushIntervalNanos);
    }
  }

  /** The same with an N of at most so many bytes. */
  public FlushLimits cappedTo(int maxFlushBytes) {
    return new FlushLimits(Math.min(flushBytes, maxFlushBytes), flushIntervalNanos);
  }
}
