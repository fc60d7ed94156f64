package com.reactive.platform.kafka.benchmark.subject;

import com.reactive.platform.kafka.benchmark.rig.MessageFormat;
import com.reactive.platform.kafka.benchmark.rig.MessageVisitor;
import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads records whose value is one message. */
final class PlainReader implements RecordReader {
  @Override
  public void read(
      ConsumerRecord<byte[], byte[]> record, MessageFormat expected, MessageVisitor found) {
    byte[] value = record.value();
    if (value == null) {
      found.damaged();
    } else {
      expected.read(value, 0, value.length, found);
    }
  }
}
