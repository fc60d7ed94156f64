package com.reactive.platform.gateway.http;

import com.reactive.platform.gateway.telemetry.ClientProtocol;

/**
 * Makes the response of a request that a protocol of RPC has taken over. All on the connection's
 * event loop.
 */
interface CallHandler {
  /**
   * A piece of the body, from the beginning of the array on.
   *
   * @param last nothing follows
   */
  void onData(byte[] bytes, int length, boolean last);

  /** The client is gone. */
  void onReset();

  /** Nothing more of the request can be read, and nothing of a response is of use. */
  void abort();

  void checkDeadlines(long nowNanos);

  /** The gateway stops: no new events. */
  void onDrain();

  /** The gateway has stopped: the last chance to end the response. */
  void onFinish();

  /** Passes on what was written since the last flush. */
  void writeOut();

  /** True if the response has ended, or nobody is there to take it. */
  boolean isEnded();

  /** The protocol of RPC. */
  ClientProtocol protocol();

  /** Bytes of the request beyond which nobody waits for its end. */
  int maxUnreadBytes();
}
