package com.reactive.platform.kafka.wire.fetch;

import org.apache.kafka.common.TopicPartition;

/** Gets the answer to a question for an offset: one of the two, once, on the event loop. */
public interface OffsetReceiver {
  /**
   * The broker's answer.
   *
   * @param offset -1 if the question was for a time and no record is as young
   */
  void found(TopicPartition partition, long offset);

  void failed(TopicPartition partition, Exception cause);
}
