package com.reactive.platform.kafka.benchmark.rig;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;

/** A topic of one partition in memory; several messages of one size make a record. */
final class MemoryLog implements MessageLog {
  private static final TopicPartition PARTITION = new TopicPartition("t", 0);

  private final List<byte[]> records = new ArrayList<>();
  private volatile boolean gone;
  private volatile boolean repeat;

  synchronized void append(byte[] value) {
    records.add(value);
  }

  synchronized byte[] last() {
    return records.get(records.size() - 1);
  }

  /** The last record comes once more, just after the log was read. */
  void repeatAfterRead() {
    repeat = true;
  }

  /** Nobody can ask any more. */
  void vanish() {
    gone = true;
  }

  @Override
  public synchronized Map<TopicPartition, Long> ends() throws IOException {
    refuseIfGone();
    return Map.of(PARTITION, (long) records.size());
  }

  @Override
  public synchronized void read(
      Map<TopicPartition, Long> from,
      Map<TopicPartition, Long> to,
      Consumer<ConsumerRecord<byte[], byte[]>> each)
      throws IOException {
    refuseIfGone();
    for (long offset = from.get(PARTITION); offset < to.get(PARTITION); offset++) {
      each.accept(record(records.get((int) offset)));
    }
    if (repeat) {
      repeat = false;
      append(last());
    }
  }

  @Override
  public void forget(Map<TopicPartition, Long> before) {}

  private void refuseIfGone() throws IOException {
    if (gone) {
      throw new IOException("Kafka could not be asked: it is gone");
    }
  }

  static ConsumerRecord<byte[], byte[]> record(byte[] value) {
    return new ConsumerRecord<>(
        "t",
        0,
        0,
        System.currentTimeMillis(),
        TimestampType.CREATE_TIME,
        ConsumerRecord.NULL_SIZE,
        value.length,
        null,
        value,
        new RecordHeaders(),
        Optional.empty());
  }

  static RecordReader reader(int messageBytes) {
    return (record, expected, found) -> {
      byte[] value = record.value();
      for (int at = 0; at < value.length; at += messageBytes) {
        expected.read(value, at, Math.min(messageBytes, value.length - at), found);
      }
    };
  }
}
