package com.reactive.platform.kafka.wire.cluster;

/** Gets a producer id that nobody else has. */
@FunctionalInterface
public interface ProducerIdReceiver {
  void received(long producerId, short epoch);
}
