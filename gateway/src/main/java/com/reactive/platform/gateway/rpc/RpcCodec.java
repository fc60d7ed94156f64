package com.reactive.platform.gateway.rpc;

/** How the messages of a call are encoded, in both directions. */
public enum RpcCodec {
  PROTO,
  JSON
}
