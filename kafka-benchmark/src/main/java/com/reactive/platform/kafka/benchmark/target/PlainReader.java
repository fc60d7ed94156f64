package com.reactive.platform.kafka.benchmark.target;

import com.reactive.platform.kafka.benchmark.rig.RecordReader;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Reads records whose value is one message. */
final class PlainReader implements RecordReader {
  private final MessageScan scan = new MessageScan();

  @Override
  public void read(ConsumerRecord<byte[], byte[]> record, Found found) {
    byte[] value = record.value();
    if (value == null) {
      found.damaged();
    } else {
      scan.read(value, 0, value.length, found);
    }
  }
}
