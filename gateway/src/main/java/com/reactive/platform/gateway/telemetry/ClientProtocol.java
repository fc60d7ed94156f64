package com.reactive.platform.gateway.telemetry;

/** The protocols of the data port, as metrics tell them apart. */
public enum ClientProtocol {
  HTTP1("http1", null),
  HTTP2("http2", null),
  GRPC("grpc", "grpc"),
  GRPC_WEB("grpc-web", "grpc"),
  CONNECT("connect", "connectrpc");

  private final String label;
  private final String rpcSystem;

  ClientProtocol(String label, String rpcSystem) {
    this.label = label;
    this.rpcSystem = rpcSystem;
  }

  /** The value of the attribute {@code protocol}. */
  public String label() {
    return label;
  }

  /** OpenTelemetry's name of a protocol of RPC; null for plain HTTP. */
  public String rpcSystem() {
    return rpcSystem;
  }

  /** True if requests are calls, and their messages events. */
  public boolean isRpc() {
    return rpcSystem != null;
  }
}
