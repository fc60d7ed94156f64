package com.reactive.platform.kafka.wire;

import io.netty.buffer.ByteBuf;
import org.apache.kafka.clients.NodeApiVersions;

/** Hears, on one event loop, of its connections to brokers. */
interface BrokerEvents {
  void connected(int brokerId, NodeApiVersions versions);

  void disconnected(int brokerId, Exception cause);

  /** An answer, behind its correlation id. */
  void response(int brokerId, int correlationId, ByteBuf body);
}
