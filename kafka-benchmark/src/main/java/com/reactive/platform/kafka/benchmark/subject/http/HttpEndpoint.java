package com.reactive.platform.kafka.benchmark.subject.http;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import javax.net.ssl.SSLContext;

/**
 * What is posted to, and what is expected of it.
 *
 * @param address of the server
 * @param paths of the requests, used in turn
 * @param headers of the requests besides those that they need, each line with its CRLF; may be
 *     empty
 * @param status that means success
 * @param bodyPrefix ASCII, with which the body of a success begins
 * @param noted whether the bodies are {@linkplain
 *     com.reactive.platform.kafka.benchmark.subject.NotedEvent noted events}
 * @param tls of all connections, if there is any
 * @param envelope what bodies are posted in
 */
record HttpEndpoint(
    InetSocketAddress address,
    List<String> paths,
    String headers,
    int status,
    String bodyPrefix,
    boolean noted,
    Optional<SSLContext> tls,
    Envelope envelope) {

  /**
   * What a server takes bodies in.
   *
   * @param contentType of the requests
   * @param before the bytes that stand before a body of a length
   */
  record Envelope(String contentType, IntFunction<byte[]> before) {
    /** The body is JSON, and all there is. */
    static final Envelope NONE = new Envelope("application/json", length -> new byte[0]);
  }

  HttpEndpoint {
    paths = List.copyOf(paths);
  }

  /** Without an envelope. */
  HttpEndpoint(
      InetSocketAddress address,
      List<String> paths,
      String headers,
      int status,
      String bodyPrefix,
      boolean noted,
      Optional<SSLContext> tls) {
    this(address, paths, headers, status, bodyPrefix, noted, tls, Envelope.NONE);
  }

  /** One path, counter events, no TLS. */
  HttpEndpoint(
      InetSocketAddress address, String path, String headers, int status, String bodyPrefix) {
    this(address, List.of(path), headers, status, bodyPrefix, false, Optional.empty());
  }

  /** Without further headers. */
  HttpEndpoint(InetSocketAddress address, String path, int status, String bodyPrefix) {
    this(address, path, "", status, bodyPrefix);
  }
}
