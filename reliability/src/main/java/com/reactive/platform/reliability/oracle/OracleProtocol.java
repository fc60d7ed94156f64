package com.reactive.platform.reliability.oracle;

/** Protocols by which events are sent. */
public enum OracleProtocol {
  HTTP1("http1"),
  HTTP2("http2"),
  /** A unary call for each event. */
  GRPC("grpc"),
  /** One stream per connection, with a message for each event. */
  GRPC_STREAM("grpc-stream"),
  /** Unary calls with JSON over HTTP/1.1. */
  CONNECT("connect");

  private final String word;

  OracleProtocol(String word) {
    this.word = word;
  }

  /** On command lines. */
  @Override
  public String toString() {
    return word;
  }

  /** True if events go to the stream's service, which has no counterpart of {@code Prefer}. */
  public boolean isRpc() {
    return this != HTTP1 && this != HTTP2;
  }
}
