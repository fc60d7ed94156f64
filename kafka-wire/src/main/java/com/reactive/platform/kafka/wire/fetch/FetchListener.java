package com.reactive.platform.kafka.wire.fetch;

import org.apache.kafka.common.TopicPartition;

/**
 * Gets the records, and hears what becomes of the partitions that are read. On the reader's event
 * loop; must not block. May call the reader.
 */
public interface FetchListener extends RecordVisitor {
  /**
   * Asked of a partition that is followed without an end, before each request at least; must not
   * call the reader.
   *
   * @param nextOffset to be read next
   * @return the same, or a later one: what lies before it is passed over, and nothing is heard of
   *     it
   */
  default long wantsFrom(TopicPartition partition, long nextOffset) {
    return nextOffset;
  }

  /**
   * All records before an offset were handed over, or passed over.
   *
   * @param nextOffset to be read next
   * @param endOffset of what there is to read now: the high watermark, or the last stable offset
   */
  default void advanced(TopicPartition partition, long nextOffset, long endOffset) {}

  /** The partition was read up to its last offset that was asked for; it is read no more. */
  default void completed(TopicPartition partition) {}

  /** Records were deleted before they could be read: retention was faster. It goes on behind. */
  default void skipped(TopicPartition partition, long from, long to) {}

  /**
   * The log was cut: what had been read from {@code to} on is not in it any more, and other records
   * may be there. It goes on at {@code to}.
   */
  default void truncated(TopicPartition partition, long from, long to) {}

  /** The partition cannot be read, and is read no more. */
  void failed(TopicPartition partition, Exception cause);
}
