package com.reactive.platform.gateway.microbatch.adaptive;

/**
 * The cost of requests and bytes outside of this process, at the sink's end: what batching saves
 * there counts as much as what it saves here.
 *
 * @param requestNanos CPU time that a request costs there, whatever is in it, nanoseconds
 * @param megabyteNanos CPU time that a million bytes cost there, all replicas together, nanoseconds
 */
public record OutsideCost(long requestNanos, long megabyteNanos) {
  /** Nothing outside of this process counts. */
  public static final OutsideCost NONE = new OutsideCost(0, 0);

  private static final double MEGABYTE = 1e6;

  /** Refuses negative costs. */
  public OutsideCost {
    if (requestNanos < 0 || megabyteNanos < 0) {
      throw new IllegalArgumentException(
          "costs must be at least 0, but are " + requestNanos + " and " + megabyteNanos);
    }
  }

  /** Of so many requests with so many bytes altogether, nanoseconds. */
  double nanos(long requests, long bytes) {
    return (double) requests * requestNanos + bytes / MEGABYTE * megabyteNanos;
  }
}
