package com.reactive.platform.gateway.microbatch.adaptive;

import java.util.Locale;

/**
 * N, T and H of the flush rule, in one object so that they change together.
 *
 * @param flushBytes N: a batch goes when it has so many bytes, at least 1
 * @param flushIntervalNanos T: or when its oldest message is so old, nanoseconds, at least 1
 * @param idlePauseNanos H: or when the sink is idle, and was not given anything for so long,
 *     nanoseconds; 0: as soon as the sink is idle
 */
public record FlushLimits(int flushBytes, long flushIntervalNanos, long idlePauseNanos) {
  private static final double BYTES_PER_KIBI = 1024;
  private static final double NANOS_PER_MILLI = 1e6;

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

  /** In words: "N 1024 KiB, T 10.0 ms, H 0.5 ms". */
  public String text() {
    return String.format(
        Locale.ROOT,
        "N %.0f KiB, T %.1f ms, H %.1f ms",
        flushBytes / BYTES_PER_KIBI,
        flushIntervalNanos / NANOS_PER_MILLI,
        idlePauseNanos / NANOS_PER_MILLI);
  }
}
