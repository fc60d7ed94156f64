package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.telemetry.ClientProtocol;

/** A protocol that carries calls over HTTP. Immutable. */
public interface RpcProtocol {
  /** Its name in metrics. */
  ClientProtocol id();

  /** Its word for a code. */
  default String text(RpcCode code) {
    return code.name();
  }

  /**
   * True if a request is one of this protocol.
   *
   * @param method the one with its path; null if it is unknown
   * @param httpMethod POST, mostly
   * @param contentType null for none
   */
  boolean speaks(RpcMethod method, String httpMethod, String contentType);

  /**
   * Opens a call of this protocol. Also for a method that is unknown, and for a call that must be
   * refused ({@link HttpCall#problem}): the protocol knows how to say so.
   *
   * @return takes the body
   */
  HttpCall.Receiver open(HttpCall call);
}
