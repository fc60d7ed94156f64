package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import java.util.Map;

/**
 * The way a gateway is posted to.
 *
 * @param form of the requests over HTTP/2; null for HTTP/1.1
 * @param streamsEach requests in flight of a connection, or messages of its call; with HTTP/1.1 one
 */
record GatewayProtocol(CallForm form, int streamsEach) {
  private static final int MAX_STREAMS = 64;
  private static final int MAX_MESSAGES = 512;

  /** Shown only if another is chosen. */
  private static final Map<String, String> USUAL =
      Map.of("protocol", "http1", "body", "json", "streams-per-connection", "1");

  /**
   * Reads {@code protocol}, {@code body} and {@code streams-per-connection}.
   *
   * @throws IllegalArgumentException naming what is wrong
   */
  static GatewayProtocol from(Options options) {
    String protocol =
        options.choice(
            "protocol", "http1", "http1", "http2", "grpc", "grpc-stream", "grpc-web", "connect");
    String body = options.choice("body", "json", "json", "protobuf");
    int streams = options.integer("streams-per-connection", 1, 1, MAX_MESSAGES);
    boolean anyBody = protocol.equals("http2") || protocol.equals("connect");
    if (!anyBody && body.equals("protobuf")) {
      throw options.refuse("body", "can be chosen for the protocols http2 and connect only");
    }
    if (protocol.equals("http1") && streams > 1) {
      throw options.refuse("streams-per-connection", "are one with HTTP/1.1");
    }
    if (!protocol.equals("grpc-stream") && streams > MAX_STREAMS) {
      throw options.refuse("streams-per-connection", "are at most " + MAX_STREAMS);
    }
    boolean json = body.equals("json");
    return new GatewayProtocol(
        switch (protocol) {
          case "http1" -> null;
          case "grpc" -> CallForm.GRPC;
          case "grpc-stream" -> CallForm.GRPC_STREAM;
          case "grpc-web" -> CallForm.GRPC_WEB;
          case "connect" -> json ? CallForm.CONNECT_JSON : CallForm.CONNECT;
          default -> json ? CallForm.JSON : CallForm.PROTOBUF;
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
