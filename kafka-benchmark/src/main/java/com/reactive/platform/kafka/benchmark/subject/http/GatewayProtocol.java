package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import java.util.Map;

/**
 * The way a gateway is posted to.
 *
 * @param form of the requests over HTTP/2; null for HTTP/1.1
 * @param streamsEach requests in flight of a connection; with HTTP/1.1 one
 */
record GatewayProtocol(CallForm form, int streamsEach) {
  private static final int MAX_STREAMS = 64;

  /** Shown only if another is chosen. */
  private static final Map<String, String> USUAL =
      Map.of("protocol", "http1", "body", "json", "streams-per-connection", "1");

  /**
   * Reads {@code protocol}, {@code body} and {@code streams-per-connection}.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static GatewayProtocol from(Options options) {
    String protocol = options.choice("protocol", "http1", "http1", "http2", "grpc");
    String body = options.choice("body", "json", "json", "protobuf");
    int streams = options.integer("streams-per-connection", 1, 1, MAX_STREAMS);
    if (!protocol.equals("http2") && body.equals("protobuf")) {
      throw options.refuse("body", "can be chosen for the protocol http2 only");
    }
    if (protocol.equals("http1") && streams > 1) {
      throw options.refuse("streams-per-connection", "are one with HTTP/1.1");
    }
    return new GatewayProtocol(
        switch (protocol) {
          case "http1" -> null;
          case "grpc" -> CallForm.GRPC;
          default -> body.equals("json") ? CallForm.JSON : CallForm.PROTOBUF;
        },
        streams);
  }

  boolean isHttp2() {
    return form != null;
  }

  /** Removes what is as usual from the options that are shown. */
  static void hideUsual(Map<String, String> shown) {
    USUAL.forEach(shown::remove);
  }
}
