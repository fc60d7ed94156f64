package com.reactive.platform.gateway.security;

import java.util.Set;

/**
 * Who sends a request.
 *
 * @param name for logs and limits; not secret
 * @param streams the streams it may post to; {@code *} among them means all
 * @param ratePerSecond requests per second it may send on average; 0: no limit of its own
 * @param burst how many it may send at once after a pause
 */
public record Caller(String name, Set<String> streams, double ratePerSecond, int burst) {
  public static final Caller ANYONE = new Caller("anyone", Set.of("*"), 0, 0);

  public Caller {
    streams = Set.copyOf(streams);
  }

  public boolean mayPostTo(String stream) {
    return streams.contains(stream) || streams.contains("*");
  }
}
