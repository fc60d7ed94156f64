package com.reactive.platform.gateway.limit;

/**
 * A rate, as responses tell it: draft-ietf-httpapi-ratelimit-headers.
 *
 * @param name ASCII, without quotes
 * @param rate limited
 * @param ofBytes it counts the bytes of bodies, not requests
 */
public record RatePolicy(String name, Rate rate, boolean ofBytes) {
  /** The value of {@code RateLimit-Policy}: the burst, and the seconds in which it comes back. */
  public String field() {
    long seconds = Math.max(1, (long) Math.ceil(rate.burst() / rate.perSecond()));
    String unit = ofBytes ? ";qu=\"content-bytes\"" : "";
    return "\"" + name + "\";q=" + rate.burst() + unit + ";w=" + seconds;
  }

  /** The value of {@code RateLimit} when nothing is left for these seconds. */
  public String exhausted(long seconds) {
    return "\"" + name + "\";r=0;t=" + seconds;
  }
}
