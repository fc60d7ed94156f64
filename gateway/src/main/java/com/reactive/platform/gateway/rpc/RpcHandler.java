package com.reactive.platform.gateway.rpc;

/** Takes what the client of one call sends. All on the event loop of its connection. */
public interface RpcHandler {
  /** A message, decompressed; the bytes are valid within the call only. */
  void onMessage(byte[] message, int offset, int length);

  /** The client sends no more messages. */
  void onHalfClose();

  /**
   * Nothing more can be read: what came is malformed or too large, or there is no room for it. What
   * was passed on before may still have to be answered.
   *
   * @return true if the handler will close the call itself, with this status; false if it ends now,
   *     and {@link #onCancel} follows
   */
  default boolean onFault(RpcStatus status) {
    return false;
  }

  /**
   * The call has ended without {@link RpcCall#close}: its client is gone or has cancelled, or its
   * deadline is over. Once.
   */
  void onCancel();

  /**
   * The call is cut off: its deadline is over, or the gateway has stopped. {@link #onCancel}
   * follows.
   *
   * @return the status of the call
   */
  default RpcStatus onLate() {
    return RpcStatus.of(RpcCode.DEADLINE_EXCEEDED, "the deadline is over");
  }

  /** The gateway stops; events that are under way still get their outcome. */
  default void onDrain() {}

  /** {@link RpcCall#isReady} was false and is true now. */
  default void onReady() {}

  /** Comes a few times a second. */
  default void checkDeadlines(long nowNanos) {}
}
