package com.reactive.platform.gateway.rpc;

import java.util.List;

/**
 * What the data port speaks beside its routes. Immutable.
 *
 * @param protocols asked in this order
 */
public record RpcServer(RpcRegistry registry, List<RpcProtocol> protocols) {
  /** Nothing. */
  public static final RpcServer NONE = new RpcServer(RpcRegistry.NONE, List.of());

  public RpcServer {
    protocols = List.copyOf(protocols);
  }

  /** The protocol of a request, as {@link RpcProtocol#speaks}; null if no one knows it. */
  public RpcProtocol protocol(RpcMethod method, String httpMethod, String contentType) {
    for (RpcProtocol protocol : protocols) {
      if (protocol.speaks(method, httpMethod, contentType)) {
        return protocol;
      }
    }
    return null;
  }
}
