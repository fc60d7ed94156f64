package com.reactive.platform.kafka.wire.produce;

import java.util.function.LongConsumer;

/** Hears what a producer does, on its event loop; must neither block nor throw. */
public interface ProduceObserver {
  /** Hears nothing. */
  ProduceObserver NONE = new ProduceObserver() {};

  /**
   * What hears, of the broker with this id, how many nanoseconds each answer took since its request
   * was handed to the connection. Asked for once for each broker.
   */
  default LongConsumer answerTimes(int brokerId) {
    return nanos -> {};
  }

  /**
   * These records, with offsets without a gap, are in the log, and are this producer's. Heard
   * before their callers hear it. Not heard if the broker does not say where they are, nor of
   * records that were told unknown before.
   */
  default void committed(String topic, int partition, long firstOffset, int records) {}
}
