package com.reactive.platform.kafka.benchmark.rig;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Finds the messages in a record. Called by one thread. */
@FunctionalInterface
public interface RecordReader {
  /** Told of each message. */
  interface Found {
    /** A message that is whole. */
    void message(long runTag, int lane, long sequence);

    /** Bytes that are no message of ours, or no longer one. */
    void damaged();

    /**
     * Something else about the record is not as it should be.
     *
     * @param what in words that are the same for every such record
     */
    default void wrong(String what) {}
  }

  /**
   * Tells of every message in the record; never throws for what it finds.
   *
   * @param expected the messages of the run that is read: of its tag, nothing else is whole.
   *     Messages of other runs may look otherwise.
   */
  void read(ConsumerRecord<byte[], byte[]> record, MessageFormat expected, Found found);
}
