package com.reactive.platform.gateway.rpc;

import java.util.function.Function;

/** A method with one message each way. */
public record UnaryMethod(String path, Function<RpcCall, RpcHandler> handler) implements RpcMethod {
  private static final int MAX_BYTES = 1_000;

  @Override
  public boolean clientStreaming() {
    return false;
  }

  @Override
  public boolean serverStreaming() {
    return false;
  }

  @Override
  public int maxMessageBytes() {
    return MAX_BYTES;
  }

  @Override
  public RpcHandler open(RpcCall call) {
    return handler.apply(call);
  }
}
