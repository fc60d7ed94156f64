package com.reactive.platform.gateway.microbatch;

/** N and T of the flush rule, in one object so that they change together. */
record FlushLimits(int flushBytes, long flushIntervalNanos) {
  FlushLimits {
    if (flushBytes < 1) {
      throw new IllegalArgumentException("flushBytes must be at least 1, but is " + flushBytes);
    }
    if (flushIntervalNanos < 1) {
      throw new IllegalArgumentException(
          "flushIntervalNanos must be at least 1, but is " + flushIntervalNanos);
    }
  }

  FlushLimits cappedTo(int maxFlushBytes) {
    return new FlushLimits(Math.min(flushBytes, maxFlushBytes), flushIntervalNanos);
  }
}
