package com.reactive.platform.kafka.wire;

import io.netty.buffer.ByteBuf;

/** Hears, on one event loop, what comes of the calls to its I/O: the produce core's events. */
interface ProduceEvents {
  void connected(int brokerId, int maxProduceVersion);

  void disconnected(int brokerId, Exception cause);

  void response(int brokerId, int correlationId, ByteBuf body);

  void producerId(long id, short epoch);

  void producerIdRefused(Exception cause);

  void timer();
}
