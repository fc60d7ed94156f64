package com.reactive.platform.gateway.security;

import com.reactive.platform.gateway.limit.Rate;
import java.util.Set;

/**
 * Who sends a request.
 *
 * @param name for logs and limits; not secret
 * @param streams the streams it may post to; {@code *} among them means all
 * @param requests that it may send
 * @param bytes of bodies that it may send
 */
public record Caller(String name, Set<String> streams, Rate requests, Rate bytes) {
  public static final Caller ANYONE = new Caller("anyone", Set.of("*"));

  public Caller {
    streams = Set.copyOf(streams);
  }

  /** One without limits of its own. */
  public Caller(String name, Set<String> streams) {
    this(name, streams, Rate.UNLIMITED, Rate.UNLIMITED);
  }

  public boolean mayPostTo(String stream) {
    return streams.contains(stream) || streams.contains("*");
  }
}
