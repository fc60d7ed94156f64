package com.reactive.platform.kafka.wire;

/** Hears, on one event loop, what comes of the calls to its I/O: the produce core's events. */
interface ProduceEvents extends BrokerEvents {
  void producerId(long id, short epoch);

  void producerIdRefused(Exception cause);

  void timer();
}
