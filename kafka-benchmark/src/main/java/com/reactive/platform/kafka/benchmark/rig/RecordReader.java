package com.reactive.platform.kafka.benchmark.rig;

import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Finds the messages in a record. Called by one thread. */
@FunctionalInterface
public interface RecordReader {
  /**
   * Tells of every message in the record; never throws for what it finds.
   *
   * @param expected the messages of the run that is read: of its tag, nothing else is whole.
   *     Messages of other runs may look otherwise.
   */
  void read(ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found);
}
