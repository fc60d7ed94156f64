package com.reactive.platform.reliability.mutate;

/** How a call goes over HTTP. */
enum CallProtocol {
  GRPC("application/grpc", "grpc-encoding", true, false),
  GRPC_WEB("application/grpc-web", "grpc-encoding", true, false),
  GRPC_WEB_TEXT("application/grpc-web-text", "grpc-encoding", true, true),
  CONNECT("application/", "content-encoding", false, false),
  CONNECT_STREAM("application/connect+", "connect-content-encoding", true, false);

  final String encodingHeader;

  /** Messages have their flags and lengths before them. */
  final boolean envelopes;

  final boolean base64;
  private final String type;

  CallProtocol(String type, String encodingHeader, boolean envelopes, boolean base64) {
    this.type = type;
    this.encodingHeader = encodingHeader;
    this.envelopes = envelopes;
    this.base64 = base64;
  }

  /** Says how long the client waits. */
  String deadlineHeader() {
    return isConnect() ? "connect-timeout-ms" : "grpc-timeout";
  }

  boolean isConnect() {
    return this == CONNECT || this == CONNECT_STREAM;
  }

  /**
   * @param brief the codec is left out where it may be
   */
  String contentType(boolean protobuf, boolean brief) {
    if (!isConnect() && protobuf && brief) {
      return type;
    }
    return type + (isConnect() ? "" : "+") + (protobuf ? "proto" : "json");
  }
}
