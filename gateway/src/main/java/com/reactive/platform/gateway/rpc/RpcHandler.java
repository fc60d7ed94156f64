package com.reactive.platform.gateway.rpc;

/** Takes what the client of one call sends. All on the event loop of its connection. */
public interface RpcHandler {
  /** A message, decompressed; the bytes are valid within the call only. */
  void onMessage(byte[] message, int offset, int length);

  /** The client sends no more messages. */
  void onHalfClose();

  /**
   * The call has ended without {@link RpcCall#close}: its client is gone or has cancelled, or its
   * deadline is over. Once.
   */
  void onCancel();

  /**
   * The status of a call that is cut off: its deadline is over, or the gateway has stopped. {@link
   * #onCancel} follows.
   */
  default RpcStatus statusWhenLate() {
    return RpcStatus.of(RpcCode.DEADLINE_EXCEEDED, "the deadline is over");
  }

  /** The gateway stops; events that are under way still get their outcome. */
  default void onDrain() {}

  /** {@link RpcCall#isReady} was false and is true now. */
  default void onReady() {}

  /** Comes a few times a second. */
  default void checkDeadlines(long nowNanos) {}
}
