package com.reactive.platform.kafka.benchmark.subject.http;

import com.reactive.platform.kafka.benchmark.subject.Options;
import java.util.Map;

/**
 * The way a gateway is posted to.
 *
 * @param form of the requests; null for plain ones over HTTP/1.1
 * @param isHttp2 they go over HTTP/2
 * @param streamsEach requests in flight of a connection, or messages of its call; with HTTP/1.1 one
 */
record GatewayProtocol(CallForm form, boolean isHttp2, int streamsEach) {
  private static final String CONNECT_HTTP1 = "connect-http1";

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
            "protocol",
            "http1",
            "http1",
            "http2",
            "grpc",
            "grpc-stream",
            "grpc-web",
            "connect",
            CONNECT_HTTP1);
    String body = options.choice("body", "json", "json", "protobuf");
    int streams = options.integer("streams-per-connection", 1, 1, MAX_MESSAGES);
    boolean connect = protocol.equals("connect") || protocol.equals(CONNECT_HTTP1);
    if (!connect && !protocol.equals("http2") && body.equals("protobuf")) {
      throw options.refuse(
          "body", "can be chosen for the protocols http2, connect and connect-http1 only");
    }
    boolean http2 = !protocol.equals("http1") && !protocol.equals(CONNECT_HTTP1);
    if (!http2 && streams > 1) {
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
          case "connect", CONNECT_HTTP1 -> json ? CallForm.CONNECT_JSON : CallForm.CONNECT;
          default -> json ? CallForm.JSON : CallForm.PROTOBUF;
        },
        http2,
        streams);
  }

  /** True for what the routes of the gateway take over HTTP/1.1. */
  boolean isUsual() {
    return form == null;
  }

  /** Removes what is as usual from the options that are shown. */
  static void hideUsual(Map<String, String> shown) {
    USUAL.forEach(shown::remove);
  }
}
