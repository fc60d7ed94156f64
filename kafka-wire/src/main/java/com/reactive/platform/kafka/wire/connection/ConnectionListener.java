package com.reactive.platform.kafka.wire.connection;

import io.netty.buffer.ByteBuf;
import org.apache.kafka.clients.NodeApiVersions;

/**
 * Hears of one connection, on its event loop and never within a call to the connection: {@link
 * #connected} at most once, then answers, and {@link #disconnected} exactly once at the end.
 */
public interface ConnectionListener {
  /** The broker takes requests: versions are known, and it knows who we are. */
  void connected(NodeApiVersions versions);

  /**
   * An answer to what was sent.
   *
   * @param response all but its length, the header first; the caller releases it
   */
  void response(int correlationId, ByteBuf response);

  /**
   * There is no connection, or there is none any more. What is unanswered will have no answer.
   *
   * @param cause an {@link org.apache.kafka.common.errors.AuthenticationException} if TLS or SASL
   *     failed: trying again soon is of no use
   */
  void disconnected(Exception cause);
}
