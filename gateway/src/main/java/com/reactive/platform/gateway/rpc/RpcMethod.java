package com.reactive.platform.gateway.rpc;

import com.reactive.platform.gateway.ingest.StreamRuntime;

/** A method of a service. Immutable and shared by all event loops. */
public interface RpcMethod {
  /** Its path: {@code /package.Service/Method}. */
  String path();

  /** True if clients may send any number of messages; else exactly one. */
  boolean clientStreaming();

  /** True if any number of messages may be sent to clients; else exactly one, or a failure. */
  boolean serverStreaming();

  /** True if a call changes nothing, so that it may come by GET (Connect). */
  default boolean noSideEffects() {
    return false;
  }

  /** The stream whose rules apply to its callers: who may post, how often; null: none. */
  default StreamRuntime stream() {
    return null;
  }

  /** True if callers must say who they are, where the data port asks for that. */
  default boolean needsCaller() {
    return stream() != null;
  }

  /** True if calls may have this encoding. */
  default boolean takes(RpcCodec codec) {
    return true;
  }

  /** The most that a message may have, decompressed. */
  int maxMessageBytes();

  /**
   * A call begins. On its event loop; must not block. May close the call at once.
   *
   * @return takes what the client sends
   */
  RpcHandler open(RpcCall call);
}
