package com.reactive.platform.kafka.wire.cluster;

/** Gets a producer id that nobody else has, or hears why not: one call. */
public interface ProducerIdReceiver {
  void received(long producerId, short epoch);

  /** There is none, for a reason that does not pass by itself. */
  void refused(Exception cause);
}
