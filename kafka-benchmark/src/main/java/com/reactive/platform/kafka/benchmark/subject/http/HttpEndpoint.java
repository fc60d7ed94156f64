package com.reactive.platform.kafka.benchmark.subject.http;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import javax.net.ssl.SSLContext;

/**
 * A place to post to, and what is expected of it.
 *
 * @param address of the server
 * @param paths of the requests, used in turn
 * @param headers of the requests in addition to those that they need, each line with its CRLF; may
 *     be empty
 * @param status that means success
 * @param bodyPrefix ASCII, with which the body of a success begins
 * @param noted true if the bodies are {@linkplain
 *     com.reactive.platform.kafka.benchmark.subject.NotedEvent noted events}
 * @param tls of all connections, if there is any
 * @param envelope in which bodies are posted
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
  /** Of servers that respond as the gateway does: with the ids of the event. */
  static final String IDS = "{\"requestId\"";

  /**
   * The form in which a server accepts bodies.
   *
   * @param contentType of the requests
   * @param before the bytes that stand before a body of a length
   * @param form of the body; null for JSON
   */
  record Envelope(String contentType, IntFunction<byte[]> before, CallForm form) {
    /** The body is JSON, and all there is. */
    static final Envelope NONE = new Envelope("application/json", length -> new byte[0]);

    Envelope(String contentType, IntFunction<byte[]> before) {
      this(contentType, before, null);
    }

    /** Length of a body, bytes, of an event of which JSON has so many. */
    int bodyBytes(int jsonBytes) {
      return form == null ? jsonBytes : form.bodyBytes(jsonBytes);
    }

    /** True if successes are in protobuf. */
    boolean isBinary() {
      return form == CallForm.CONNECT;
    }
  }

  HttpEndpoint {
    paths = List.copyOf(paths);
  }

  /** Counter events to one path, without TLS. */
  static HttpEndpoint of(
      InetSocketAddress address, String path, int status, String bodyPrefix, Envelope envelope) {
    return new HttpEndpoint(
        address, List.of(path), "", status, bodyPrefix, false, Optional.empty(), envelope);
  }

  /** Unary calls of Connect. */
  static HttpEndpoint call(InetSocketAddress address, CallForm form) {
    Envelope envelope = new Envelope(form.contentType(), Envelope.NONE.before(), form);
    String prefix = envelope.isBinary() ? Character.toString(PublishedPlace.FIRST_TAG) : IDS;
    return of(address, form.path(), form.success(0), prefix, envelope);
  }

  /** The counter of a server that responds as the gateway does. */
  static HttpEndpoint counter(InetSocketAddress address, int status) {
    return of(address, "/api/counter", status, IDS, Envelope.NONE);
  }
}
