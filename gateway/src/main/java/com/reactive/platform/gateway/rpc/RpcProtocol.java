package com.reactive.platform.gateway.rpc;

/** A protocol that carries calls over HTTP. Immutable. */
public interface RpcProtocol {
  /**
   * Opens a call, if the request is one of this protocol. Also for a method that is unknown, and
   * for a call that must be refused ({@link HttpCall#problem}): the protocol knows how to say so.
   *
   * @return takes the body; null if the request is not of this protocol
   */
  HttpCall.Receiver open(HttpCall call);
}
