package com.reactive.platform.gateway.telemetry;

/**
 * A distribution over the last few samples; all 0 if the count is.
 *
 * @param count values
 */
public record DistributionSummary(long count, double mean, long p50, long p99, long p999) {
  static final DistributionSummary NONE = new DistributionSummary(0, 0, 0, 0, 0);
}
