package com.reactive.platform.kafka.wire.fetch;

import org.apache.kafka.common.TopicPartition;

/** Sees records where they lie, one after the other, in the order of their offsets. */
@FunctionalInterface
public interface RecordVisitor {
  /**
   * One record. Key, value and headers are valid only until this returns, and the next record uses
   * the same objects.
   *
   * @param timestampMillis the producer's, or the time of the append if the topic says so
   */
  void onRecord(
      TopicPartition partition,
      long offset,
      long timestampMillis,
      BytesView key,
      BytesView value,
      HeadersView headers);

  /**
   * Asked before each batch.
   *
   * @param producerId of whoever wrote it; -1 if that is not known
   * @return false if its records are to be passed over, which costs next to nothing
   */
  default boolean wants(long producerId) {
    return true;
  }
}
