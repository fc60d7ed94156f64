package com.reactive.platform.gateway.limit;

/**
 * A rate, as responses tell it: draft-ietf-httpapi-ratelimit-headers.
 *
 * @param name ASCII, without quotes
 * @param perSecond requests on average; more than 0
 * @param burst requests at once after a pause; at least 1
 */
public record RatePolicy(String name, double perSecond, int burst) {
  /** The value of {@code RateLimit-Policy}: the burst, and the seconds in which it comes back. */
  public String field() {
    long seconds = Math.max(1, (long) Math.ceil(burst / perSecond));
    return "\"" + name + "\";q=" + burst + ";w=" + seconds;
  }

  /** The value of {@code RateLimit} when nothing is left for these seconds. */
  public String exhausted(long seconds) {
    return "\"" + name + "\";r=0;t=" + seconds;
  }
}
