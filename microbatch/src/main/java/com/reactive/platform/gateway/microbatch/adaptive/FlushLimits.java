package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * N, T and H of the flush rule, in one object so that they change together.
 *
 * @param flushBytes N: a batch goes when it has so many bytes, at least 1
 * @param flushIntervalNanos T: or when its oldest message is so old, nanoseconds, at least 1
 * @param idlePauseNanos H: or when the sink is idle, and was not given anything for so long,
 *     nanoseconds; 0: as soon as the sink is idle
 */
public record FlushLimits(int flushBytes, long flushIntervalNanos, long idlePauseNanos) {
  /** Refuses limits under which nothing could ever be gathered. */
  public FlushLimits {
    if (flushBytes < 1) {
      throw new IllegalArgumentException("flushBytes must be at least 1, but is " + flushBytes);
    }
    if (flushIntervalNanos < 1) {
      throw new IllegalArgumentException(
          "flushIntervalNanos must be at least 1, but is " + flushIntervalNanos);
    }
    if (idlePauseNanos < 0) {
      throw new IllegalArgumentException(
          "idlePauseNanos must be at least 0, but is " + idlePauseNanos);
    }
  }

  /** N and T alone: whatever is pending goes as soon as the sink is idle. */
  public FlushLimits(int flushBytes, long flushIntervalNanos) {
    this(flushBytes, flushIntervalNanos, 0);
  }

  /** The same with an N of at most so many bytes. */
  public FlushLimits cappedTo(int maxFlushBytes) {
    return new FlushLimits(Math.min(flushBytes, maxFlushBytes), flushIntervalNanos, idlePauseNanos);
  }

  /** The same with another H. */
  public FlushLimits withIdlePause(long nanos) {
    return new FlushLimits(flushBytes, flushIntervalNanos, nanos);
  }

  /** The same, none of them more than of these. */
  public FlushLimits within(FlushLimits most) {
    return new FlushLimits(
        Math.min(flushBytes, most.flushBytes),
        Math.min(flushIntervalNanos, most.flushIntervalNanos),
        Math.min(idlePauseNanos, most.idlePauseNanos));
  }
}
