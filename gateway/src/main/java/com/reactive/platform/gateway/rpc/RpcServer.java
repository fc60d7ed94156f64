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

  /** As {@link RpcProtocol#open}; null if no protocol knows the request. */
  public HttpCall.Receiver open(HttpCall call) {
    for (RpcProtocol protocol : protocols) {
      HttpCall.Receiver receiver = protocol.open(call);
      if (receiver != null) {
        return receiver;
      }
    }
    return null;
  }
}
